import { Logger, type RequestLine, serialiseError } from '../../src/platform/observability/logger.js';

interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** Keeps what is logged; of an error no more than the log has of it. */
export class LogLines extends Logger {
  readonly lines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.#keep('debug', fields, message);
  }
  info(fields: object, message: string): void {
    this.#keep('info', fields, message);
  }
  warn(fields: object, message: string): void {
    this.#keep('warn', fields, message);
  }
  error(fields: object, message: string): void {
    this.#keep('error', fields, message);
  }
  request(line: RequestLine): void {
    this.lines.push({ level: 'info', fields: line, message: 'request' });
  }

  #keep(level: LogLine['level'], fields: object, message: string): void {
    const asLogged = 'err' in fields ? { ...fields, err: serialiseError(fields.err) } : fields;
    this.lines.push({ level, fields: asLogged, message });
  }

  /** The messages of a level, in order. */
  of(level: LogLine['level']): readonly string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }
}

import { Logger, type RequestLine } from '../../src/platform/observability/logger.js';

interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly fields: object;
  readonly message: string;
}

/** Keeps what is logged. */
export class LogLines extends Logger {
  readonly lines: LogLine[] = [];

  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }
  request(line: RequestLine): void {
    this.lines.push({ level: 'info', fields: line, message: 'request' });
  }

  /** The messages of a level, in order. */
  of(level: LogLine['level']): readonly string[] {
    return this.lines.filter((line) => line.level === level).map(({ message }) => message);
  }
}

import { type LoggerService } from '@nestjs/common';
import pino, { type LoggerOptions } from 'pino';
import { redactSecrets } from '../../kernel/secrets.js';
import type { Config } from '../config/env.js';
import { LogOutput } from './log-output.js';

/** Structured JSON lines on standard output; pino is one. */
export abstract class Logger {
  abstract debug(fields: object, message: string): void;
  abstract info(fields: object, message: string): void;
  abstract warn(fields: object, message: string): void;
  abstract error(fields: object, message: string): void;
  /** The line of a request that is over: one for each, so it costs as little as can be. */
  abstract request(line: RequestLine): void;
}

/** All of it is the service's own: nothing in it has to be looked through for secrets. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ip: string | undefined;
  readonly ms: number;
  /** The client left before the answer was out. */
  readonly cut?: true;
}

/** Errors keep what finds the fault; a statement's text and values stay out, since they hold what agents wrote. */
export function serialiseError(error: unknown): object {
  if (!(error instanceof Error)) return { message: redactSecrets(String(error)).text };
  const code: unknown = 'code' in error ? error.code : undefined;
  return {
    name: error.name,
    message: redactSecrets(error.message).text,
    ...(code === undefined ? {} : { code }),
    stack: redactSecrets(error.stack ?? '').text,
    ...(error.cause === undefined ? {} : { cause: serialiseError(error.cause) }),
  };
}

const WARN = 40;

/** Lines of one output a process; from warnings up they are written at once. kill -9 may lose the last ones. */
export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  const output = (standardOutput ??= new LogOutput(1));
  const common: LoggerOptions = {
    level: config.logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) },
  };
  const logger = pino(
    {
      ...common,
      serializers: { err: serialiseError },
      redact: {
        paths: ['*.authorization', '*.password', '*.token', 'authorization', 'password', 'token'],
        censor: '[redacted]',
      },
      hooks: {
        logMethod(line, method, level) {
          method.apply(this, line);
          if (level >= WARN) output.flush();
        },
      },
    },
    output,
  );
  const requests = pino(common, output);
  return Object.assign(logger, {
    request: (line: RequestLine) => {
      requests.info(line, 'request');
    },
  });
}

let standardOutput: LogOutput | undefined;

/** Nest's own messages, as lines of the same log. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({}, String(message));
  }
  error(message: unknown, ...rest: readonly unknown[]): void {
    this.logger.error({ rest: rest.map(String) }, String(message));
  }
  warn(message: unknown): void {
    this.logger.warn({}, String(message));
  }
}

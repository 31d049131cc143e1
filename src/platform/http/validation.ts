import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import type { NextFunction, Request, Response } from 'express';
import { badRequest, Problem, type ProblemError } from '../../kernel/problem.js';
import { isFormBody } from './form.js';
import { acceptedConnections } from './newcomers.js';
import { Pacer } from './pacer.js';
import { rememberRules } from './validation-rules.js';
import { workOfBody } from './work.js';

const MAX_VALUES = 5_000;
const MAX_DEPTH = 12;
/** Properties that the library leaves out before it looks for unknown ones. */
const LEFT_OUT = ['__proto__', 'constructor'];
const NOT_JSON = 'Send the body as JSON in UTF-8 with the header "Content-Type: application/json".';

/** About four milliseconds of one core: what follows a body's validation is checking too. */
const WORK_PER_TURN = 8;

rememberRules(getMetadataStorage());

/** Bodies in turns, since checking them is most of a write's work; the rest as it comes. */
class PacedValidationPipe extends ValidationPipe {
  readonly #pacer = new Pacer(WORK_PER_TURN, acceptedConnections);

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'body') await this.#pacer.enter(workOfBody(value));
    return super.transform(value, metadata) as Promise<unknown>;
  }
}

/** Checks every DTO: unknown properties and wrong types are refused with the place of each. */
export const validationPipe = (): ValidationPipe =>
  new PacedValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    stopAtFirstError: true,
    forbidUnknownValues: true,
    exceptionFactory: (errors) => problemOfErrors(errors.flatMap((error) => placesOf(error, ''))),
  });

function problemOfErrors(errors: readonly ProblemError[]): Problem {
  const first = errors[0] ?? { path: 'body', message: 'is malformed' };
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new Problem('bad_request', `${first.path}: ${first.message}${more}`, { errors });
}

function placesOf(error: ValidationError, parent: string): readonly ProblemError[] {
  const path = parent === '' ? error.property : `${parent}.${error.property}`;
  const own = Object.entries(error.constraints ?? {}).flatMap(([rule, message]) =>
    elementsAt(rule, error.value, path).map((place) => ({
      path: place,
      message: rule === 'whitelistValidation' ? 'is not a known property' : withoutProperty(message, error.property),
    })),
  );
  return [...own, ...(error.children ?? []).flatMap((child) => placesOf(child, path))];
}

/** A list with elements that are no objects is refused as a whole; which ones they are is seen from its value. */
function elementsAt(rule: string, value: unknown, path: string): readonly string[] {
  if (rule !== 'isInstance' || !Array.isArray(value)) return [path];
  const isObject = (element: unknown): boolean =>
    typeof element === 'object' && element !== null && !Array.isArray(element);
  return value.flatMap((element, index) => (isObject(element) ? [] : [`${path}.${index}`]));
}

/** The library begins its messages with the property; the path says that already. */
const withoutProperty = (message: string, property: string): string =>
  message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;

/** Whether a body came with the request; one that is no JSON is left unread. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Bounds a parsed body before it is validated: validating 300,000 empty objects stops the process for seconds. At most
 * 5,000 values, 12 deep. Iterative, since the depth is the caller's.
 */
export function boundBody(request: Request, _response: Response, next: NextFunction): void {
  const body: unknown = request.body;
  if (body === undefined && hasBody(request) && !isFormBody(request))
    throw new Problem('unsupported_media_type', NOT_JSON);
  // Bytes are bounded by their number alone.
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) {
    next();
    return;
  }
  let level: readonly object[] = [body];
  let values = 0;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw badRequest('body', `is nested more than ${MAX_DEPTH} deep`);
    const children: object[] = [];
    for (const container of level) {
      const left = LEFT_OUT.find((name) => Object.hasOwn(container, name));
      if (left !== undefined) throw badRequest(left, 'is not a known property');
      for (const value of Object.values(container) as readonly unknown[]) {
        values += 1;
        if (values > MAX_VALUES) throw badRequest('body', `holds more than ${MAX_VALUES} values; send it in parts`);
        if (typeof value === 'object' && value !== null) children.push(value);
      }
    }
    level = children;
  }
  next();
}

import type { Type, ValidationPipe } from '@nestjs/common';

/** The value as an instance of its class, checked by the pipe that checks REST requests. Throws `bad_request`. */
export async function validated<T extends object>(pipe: ValidationPipe, type: Type<T>, value: unknown): Promise<T> {
  const checked: unknown = await pipe.transform(value, { type: 'body', metatype: type });
  if (!(checked instanceof type)) throw new Error(`${type.name} is not what the pipe made`);
  return checked;
}

import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';

const KEY = 'readsBodyItself';

/** Marks a handler that reads the request body itself, after the guard. `types` are the content types of the body. */
export function ReadsBodyItself(...types: string[]): MethodDecorator {
  return applyDecorators(SetMetadata(KEY, true), ApiConsumes(...types));
}

/** True for a handler with `@ReadsBodyItself`. */
export function readsBodyItself(handler: object): boolean {
  return Reflect.hasMetadata(KEY, handler);
}

import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';

const KEY = 'readsBodyItself';

/** Marks a handler that reads its body itself, after the guard. The body has one of these content types. */
export function ReadsBodyItself(...types: string[]): MethodDecorator {
  return applyDecorators(SetMetadata(KEY, true), ApiConsumes(...types));
}

/** True for a handler with `@ReadsBodyItself`. */
export function readsBodyItself(handler: object): boolean {
  return Reflect.hasMetadata(KEY, handler);
}

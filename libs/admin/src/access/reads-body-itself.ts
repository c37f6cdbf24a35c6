import { DECORATORS } from '@nestjs/swagger';

/** True when the handler declares its body with `@ApiConsumes` and reads it itself. */
export function readsBodyItself(handler: object): boolean {
  return Reflect.hasMetadata(DECORATORS.API_CONSUMES, handler);
}

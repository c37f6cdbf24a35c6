import { SetMetadata } from '@nestjs/common';
import type { ClientErrorName } from '../errors/error-catalogue.js';

const REFUSALS = 'latchkey:refusals';

/** Declares a handler's own refusals, besides those of every endpoint, for the API document. */
export function Refuses(...names: ClientErrorName[]): MethodDecorator {
  return SetMetadata(REFUSALS, names);
}

/** Returns the refusals that `@Refuses` declares on a handler. */
export function refusalsOf(handler: object): readonly ClientErrorName[] {
  return (Reflect.getMetadata(REFUSALS, handler) as ClientErrorName[] | undefined) ?? [];
}

import { SetMetadata } from '@nestjs/common';
import type { ClientErrorName } from '../errors/error-catalogue.js';

const REFUSALS = 'latchkey:refusals';

/** Declares a handler's own refusals for the API document, in addition to the refusals of every endpoint. */
export function Refuses(...names: ClientErrorName[]): MethodDecorator {
  return SetMetadata(REFUSALS, names);
}

/** Returns the refusals that `@Refuses` declares on a handler. */
export function refusalsOf(handler: object): readonly ClientErrorName[] {
  return (Reflect.getMetadata(REFUSALS, handler) as ClientErrorName[] | undefined) ?? [];
}

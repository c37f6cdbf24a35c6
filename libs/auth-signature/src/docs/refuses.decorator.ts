import { SetMetadata } from '@nestjs/common';
import type { ClientErrorName } from '../errors/error-catalogue.js';

const REFUSALS = 'latchkey:refusals';

/** Says which refusals a handler has of its own, beside those that every endpoint has, for the API document. */
export function Refuses(...names: ClientErrorName[]): MethodDecorator {
  return SetMetadata(REFUSALS, names);
}

/** What `@Refuses` said of a handler. */
export function refusalsOf(handler: object): readonly ClientErrorName[] {
  return (Reflect.getMetadata(REFUSALS, handler) as ClientErrorName[] | undefined) ?? [];
}

import { type ArgumentMetadata, type ValidationError, ValidationPipe } from '@nestjs/common';
import { type AdminError, type FieldErrors, invalid } from './admin-error.js';
import { shapeFaults } from './shape-faults.js';

const UNKNOWN = 'whitelistValidation';

class BodyPipe extends ValidationPipe {
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Parts of the path have pipes of their own; a number made here of `0x1` would pass them.
    if (metadata.type === 'param') return value;
    const faults = metadata.type === 'custom' ? {} : shapeFaults(value);
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return super.transform(value, metadata);
  }
}

/** Turns bodies into their DTOs. A field that the DTO does not have is refused, never ignored: it may be a typing error. */
export const BODY_PIPE = new BodyPipe({
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
  forbidUnknownValues: true,
  exceptionFactory: (errors): AdminError => invalid(fieldErrors(errors)),
});

/** The first fault of each field, by its path. */
export function fieldErrors(errors: readonly ValidationError[], path = ''): FieldErrors {
  const all: FieldErrors = {};
  for (const { property, constraints, children = [], value } of errors) {
    const field = path + property;
    if (constraints) all[field] = reasonOf(constraints, value);
    Object.assign(all, fieldErrors(children, `${field}.`));
  }
  return all;
}

function reasonOf(constraints: Record<string, string>, value: unknown): string {
  if (UNKNOWN in constraints) return 'is not a field that can be set here';
  if (value === undefined) return 'is required';
  return Object.values(constraints)[0]!;
}

import { type ValidationError, ValidationPipe } from '@nestjs/common';
import { type AdminError, type FieldErrors, invalid } from './admin-error.js';

const UNKNOWN = 'whitelistValidation';

/** Turns bodies into their DTOs. A field that the DTO does not have is refused, never ignored: it may be a typing error. */
export const BODY_PIPE = new ValidationPipe({
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

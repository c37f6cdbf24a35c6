import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { type AdminError, describeErrors, type FieldErrors } from './admin-error.js';
import { fieldErrors } from './body.pipe.js';
import { shapeFaults } from './shape-faults.js';

/**
 * Reads fields of a query string into their DTO. A field that the DTO does not have is a fault, never ignored: it may be
 * a typing error.
 * @param refuse makes the error of faults, given in words too
 */
export function parseFields<T extends object>(
  value: object,
  type: Type<T>,
  refuse: (words: string, errors: FieldErrors) => AdminError,
): T {
  const strange = shapeFaults(value);
  if (Object.keys(strange).length > 0) throw refuse(describeErrors(strange), strange);
  const dto = plainToInstance(type, value);
  const errors = fieldErrors(validateSync(dto, { whitelist: true, forbidNonWhitelisted: true }));
  if (Object.keys(errors).length > 0) throw refuse(describeErrors(errors), errors);
  return dto;
}

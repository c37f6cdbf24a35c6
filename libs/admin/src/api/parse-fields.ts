import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { AdminError, Faults } from '../errors/admin-error.js';
import { fieldFaults } from '../errors/field-faults.js';
import { shapeFaults } from './shape-faults.js';

/**
 * Parses fields of a query string into their DTO. Unknown fields are faults, since they may be typing errors.
 * @param refuse creates the error for the faults
 */
export function parseFields<T extends object>(
  value: object,
  type: Type<T>,
  refuse: (faults: Faults) => AdminError,
): T {
  const strange = shapeFaults(value);
  if (Object.keys(strange).length > 0) throw refuse(strange);
  const dto = plainToInstance(type, value);
  const faults = fieldFaults(validateSync(dto, { whitelist: true, forbidNonWhitelisted: true }));
  if (Object.keys(faults).length > 0) throw refuse(faults);
  return dto;
}

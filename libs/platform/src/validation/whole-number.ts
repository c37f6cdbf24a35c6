import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min, type ValidationOptions } from 'class-validator';
import { ruleOptions } from './rule-options.js';

/** A whole number from `min` to `max`; with `each`, a list of them. */
export function WholeNumber(
  min: number,
  max: number,
  options: ValidationOptions = ruleOptions('whole_number', { min, max }),
): PropertyDecorator {
  return applyDecorators(IsInt(options), Min(min, options), Max(max, options));
}

/** The end of the year 9999, in epoch milliseconds: the latest time that a request may contain. */
export const LATEST_TIME = 253_402_300_799_000;

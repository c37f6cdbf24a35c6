import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min } from 'class-validator';

/** A whole number from `min` to `max`; with `each`, a list of them. */
export function WholeNumber(
  min: number,
  max: number,
  message = `must be a whole number from ${min} to ${max}`,
  { each = false } = {},
): PropertyDecorator {
  const options = { message, each };
  return applyDecorators(IsInt(options), Min(min, options), Max(max, options));
}

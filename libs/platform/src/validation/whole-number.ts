import { applyDecorators } from '@nestjs/common';
import { IsInt, Max, Min } from 'class-validator';

/** A whole number from `min` to `max`. */
export function WholeNumber(
  min: number,
  max: number,
  message = `must be a whole number from ${min} to ${max}`,
): PropertyDecorator {
  return applyDecorators(IsInt({ message }), Min(min, { message }), Max(max, { message }));
}

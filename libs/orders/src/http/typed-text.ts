import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Name, Optional, toPrintable } from '@app/platform';

/**
 * Optional text of at most `max` characters that a buyer may have typed. Texts that cannot be stored as they are do not
 * refuse the order, since the shop sends it after the payment: unprintable characters are removed and long texts cut.
 */
export function TypedText(max: number): PropertyDecorator {
  return applyDecorators(
    Optional(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? toPrintable(value, max) || undefined : value,
    ),
    Name(1, max),
  );
}

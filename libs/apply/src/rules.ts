import { IsIn, IsInt, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { applyDecorators } from '@nestjs/common';
import { hasLength, isJson, isPrintable } from '@app/platform';

const LONG_TEXT_MAX_BYTES = 64 * 1024;

/** May be left out, which leaves what is there; `null` is no value. */
export function Optional(): PropertyDecorator {
  return ValidateIf((_, value) => value !== undefined);
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return IsIn(values, { message: `must be one of ${values.join(', ')}` });
}

/** A whole number from `min` to `max`. */
export function WholeNumber(min: number, max: number): PropertyDecorator {
  const message = `must be a whole number from ${min} to ${max}`;
  return applyDecorators(IsInt({ message }), Min(min, { message }), Max(max, { message }));
}

/** Text of `min` to `max` characters without control characters or white space around it. */
export function Name(min: number, max: number): PropertyDecorator {
  const message = `must be text of ${min} to ${max} printable characters without white space around it`;
  return rule('name', message, (text) => hasLength(text, min, max) && isPrintable(text));
}

/** Text of at most 64 KiB. */
export function LongText(): PropertyDecorator {
  return rule(
    'longText',
    'must be text of at most 65536 bytes',
    (text) => Buffer.byteLength(text) <= LONG_TEXT_MAX_BYTES,
  );
}

/** JSON as text. */
export function JsonText(): PropertyDecorator {
  return rule('jsonText', 'must be JSON written as text, such as "{\\"level\\":1}"', isJson);
}

export function TimeZone(): PropertyDecorator {
  return rule('timeZone', 'must be an IANA time zone such as Asia/Shanghai', (text) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: text }));
    } catch {
      return false;
    }
  });
}

function rule(name: string, message: string, accepts: (text: string) => boolean): PropertyDecorator {
  const validate = (value: unknown) => typeof value === 'string' && accepts(value);
  return ValidateBy({ name, validator: { validate } }, { message });
}

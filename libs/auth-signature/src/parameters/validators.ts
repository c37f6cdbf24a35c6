import { ValidateBy, type ValidationArguments } from 'class-validator';
import { hasLength, isJson, isPrintable } from '@app/platform';
import type { ReasonKey } from '../errors/error-catalogue.js';

/** Validators of client parameters. Their message is a reason's key and arguments, put into words by the filter. */
function rule(
  key: ReasonKey,
  accepts: (text: string) => boolean,
  ...args: (string | number)[]
): PropertyDecorator {
  return ValidateBy({
    name: key,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && accepts(value),
      defaultMessage: (validation?: ValidationArguments) =>
        validation?.value === undefined ? 'required' : [key, ...args].join('|'),
    },
  });
}

/** Text of `min` to `max` characters, counted as Unicode code points. */
export function TextLength(min: number, max: number): PropertyDecorator {
  return rule('length', (text) => hasLength(text, min, max), min, max);
}

/** A card or a user name: printable, no white space around it. */
export function Printable(): PropertyDecorator {
  return rule('printable', isPrintable);
}

/** At most `max` bytes of UTF-8. */
export function MaxBytes(max: number): PropertyDecorator {
  return rule('bytes', (text) => Buffer.byteLength(text) <= max, max);
}

/** Text that `JSON.parse` takes. */
export function JsonText(): PropertyDecorator {
  return rule('json', isJson);
}

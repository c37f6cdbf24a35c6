import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { ValidateBy, type ValidationArguments } from 'class-validator';
import { hasLength, isJson, isPrintable, isRemoteName, REMOTE_NAME_MAX_LENGTH } from '@app/platform';
import type { ReasonKey } from '../errors/error-catalogue.js';

/**
 * Creates a validator of client parameters. Its message contains a reason's key and arguments, which the exception
 * filter translates. Also adds the property to the API document; callers add the limits that a schema can express.
 */
function rule(
  key: ReasonKey,
  accepts: (text: string) => boolean,
  ...args: (string | number)[]
): PropertyDecorator {
  const validate = ValidateBy({
    name: key,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && accepts(value),
      defaultMessage: (validation?: ValidationArguments) =>
        validation?.value === undefined ? 'required' : [key, ...args].join('|'),
    },
  });
  return applyDecorators(validate, ApiProperty());
}

/** Text of `min` to `max` characters, counted as Unicode code points. */
export function TextLength(min: number, max: number): PropertyDecorator {
  return applyDecorators(
    rule('length', (text) => hasLength(text, min, max), min, max),
    ApiProperty({ minLength: min, maxLength: max }),
  );
}

/** Text without control and invisible formatting characters, and without white space at either end. */
function Printable(): PropertyDecorator {
  return rule('printable', isPrintable);
}

/** A card: 1–64 printable characters without white space around them. */
export function CardName(): PropertyDecorator {
  return printableText(1, 64);
}

/** A user name: 1–20 printable characters without white space around them. */
export function Username(): PropertyDecorator {
  return printableText(1, 20);
}

/** A device id from a client: 1–128 characters of any kind. */
export function DeviceId(): PropertyDecorator {
  return TextLength(1, 128);
}

/** A session token from a client: 1–128 characters. */
export function SessionToken(): PropertyDecorator {
  return TextLength(1, 128);
}

/**
 * Printable text of `min` to `max` characters. If a text breaks both rules, only the violation of `Printable` is
 * reported, because this rule is applied first.
 */
function printableText(min: number, max: number): PropertyDecorator {
  return applyDecorators(Printable(), TextLength(min, max));
}

/**
 * The name of a remote variable or function, or a key of remote data: 1–64 letters and digits of any script, `_`, `.`
 * and `-`.
 */
export function RemoteName(): PropertyDecorator {
  return rule('name', (text) => isRemoteName(text), REMOTE_NAME_MAX_LENGTH);
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return applyDecorators(
    rule('one_of', (text) => values.includes(text), values.join(', ')),
    ApiProperty({ enum: [...values] }),
  );
}

/**
 * Refuses values that the contract reserves, with another reason than `OneOf`. Put this decorator below `OneOf`: the
 * lower decorator is applied first, and only the first violation is reported.
 */
export function Reserved(values: readonly string[]): PropertyDecorator {
  return rule('reserved', (text) => !values.includes(text));
}

/** At most `max` bytes of UTF-8. */
export function MaxBytes(max: number): PropertyDecorator {
  return rule('bytes', (text) => Buffer.byteLength(text) <= max, max);
}

/** An idempotency key chosen by the client: 1–64 printable characters without white space around them. */
export function RequestId(): PropertyDecorator {
  return printableText(1, 64);
}

/** A whole number from `min` to `max`, in decimal digits without a sign or leading zeros. */
export function WholeText(min: number, max: number): PropertyDecorator {
  const accepts = (text: string) =>
    /^(?:0|[1-9]\d{0,15})$/.test(text) && Number(text) >= min && Number(text) <= max;
  return applyDecorators(
    rule('whole', accepts, min, max),
    ApiProperty({ type: 'integer', minimum: min, maximum: max }),
  );
}

/** Text that `JSON.parse` accepts. */
export function JsonText(): PropertyDecorator {
  return rule('json', isJson);
}

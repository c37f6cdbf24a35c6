import { ValidateBy, type ValidationArguments } from 'class-validator';
import { hasLength, isJson, isPrintable, parseVersion } from '@app/platform';
import type { ReasonKey } from '../errors/error-catalogue.js';

export const REMOTE_NAME_MAX_LENGTH = 64;

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

/** A remote key or function name: 1–64 characters of `A-Za-z0-9_.-`. */
export function RemoteName(): PropertyDecorator {
  return rule('name', isRemoteName, REMOTE_NAME_MAX_LENGTH);
}

export function isRemoteName(text: string): boolean {
  return text.length <= REMOTE_NAME_MAX_LENGTH && /^[A-Za-z0-9_.-]+$/.test(text);
}

export function OneOf(values: readonly string[]): PropertyDecorator {
  return rule('one_of', (text) => values.includes(text), values.join(', '));
}

/** Refuses values that the contract keeps for later, in words of their own: put it below `OneOf`, so that it speaks first. */
export function Reserved(values: readonly string[]): PropertyDecorator {
  return rule('reserved', (text) => !values.includes(text));
}

/** At most `max` bytes of UTF-8. */
export function MaxBytes(max: number): PropertyDecorator {
  return rule('bytes', (text) => Buffer.byteLength(text) <= max, max);
}

/** Text that `JSON.parse` takes. */
export function JsonText(): PropertyDecorator {
  return rule('json', isJson);
}

/** Dotted numbers with an optional `v` before and an optional pre-release behind, at most 256 characters. */
export function VersionText(): PropertyDecorator {
  return rule('version', (text) => parseVersion(text) !== undefined);
}

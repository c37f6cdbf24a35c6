import { ValidateBy } from 'class-validator';
import { hasLength, isPrintable, WILDCARD } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';

/** Validates the characters of random keys: 10–64 distinct printable characters, without `*` and white space. */
export function KeyAlphabet(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'keyAlphabet',
      validator: { validate: (value: unknown) => typeof value === 'string' && isKeyAlphabet(value) },
    },
    faultOptions('key_alphabet'),
  );
}

function isKeyAlphabet(text: string): boolean {
  return (
    hasLength(text, 10, 64) &&
    isPrintable(text) &&
    // Databases cannot store half a surrogate pair.
    text.isWellFormed() &&
    !/\s/u.test(text) &&
    !text.includes(WILDCARD) &&
    new Set(text).size === Array.from(text).length
  );
}

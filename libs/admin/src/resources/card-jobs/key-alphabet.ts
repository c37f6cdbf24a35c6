import { hasLength, isPrintable, TextRule, WILDCARD } from '@app/platform';
import { faultOptions } from '../../errors/field-faults.js';

/** Validates the characters of random keys: 10–64 distinct printable characters, without `*` and white space. */
export function KeyAlphabet(): PropertyDecorator {
  return TextRule('keyAlphabet', faultOptions('key_alphabet'), isKeyAlphabet);
}

function isKeyAlphabet(text: string): boolean {
  return (
    hasLength(text, 10, 64) &&
    isPrintable(text) &&
    !/\s/u.test(text) &&
    !text.includes(WILDCARD) &&
    new Set(text).size === Array.from(text).length
  );
}

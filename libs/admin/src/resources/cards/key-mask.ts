import { ValidateBy } from 'class-validator';
import { hasLength, isPrintable } from '@app/platform';
import { says } from '../../errors/field-faults.js';

/** The character of a mask that a random one replaces. */
export const WILDCARD = '*';
const MAX_LENGTH = 64;

/** Validates a key mask: 1–64 printable characters, at least 4 of them `*`, which stand for random ones. */
export function KeyMask(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'keyMask',
      validator: { validate: (value: unknown) => typeof value === 'string' && isKeyMask(value) },
    },
    says('key_mask'),
  );
}

function isKeyMask(text: string): boolean {
  return hasLength(text, 1, MAX_LENGTH) && isPrintable(text) && wildcardsIn(text) >= 4;
}

/** Returns the number of random characters in a key made with this mask. */
export function wildcardsIn(mask: string): number {
  return mask.split(WILDCARD).length - 1;
}

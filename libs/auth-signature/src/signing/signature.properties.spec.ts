import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { SignedClient } from '../../../../test/support/signed-client.js';
import { canonicalString, signaturesMatch, sign } from './signature.js';

type Entries = [key: string, value: string][];

const MODES = ['md5', 'hmac-sha256'] as const;

/** Any well-formed text: ASCII, graphemes that people write, and any code point. */
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
// With "=" in a key, two different sets of parameters can have the same canonical string.
const plainKey = text.filter((key) => key !== 'sign' && !key.includes('='));
const secret = fc.stringMatching(/^[A-Za-z0-9]{32}$/);

const parametersWith = (key: fc.Arbitrary<string>, constraints: { minLength?: number } = {}) =>
  fc.uniqueArray(fc.tuple(key, text), { selector: ([name]) => name, maxLength: 12, ...constraints });

/** Computes the signature independently, sharing no code with the product. */
function independentSign(entries: Entries, app_secret: string, sign_mode: (typeof MODES)[number]): string {
  const client = new SignedClient('', { app_key: '', app_secret, sign_mode }, { now: () => 0 });
  return client.signatureOf(Object.fromEntries(entries));
}

describe.each(MODES)('a %s signature', (mode) => {
  const verifies = (signature: string, entries: Entries, key: string) =>
    signaturesMatch(signature, sign(canonicalString(new Map(entries)), key, mode));

  it('made by an independent implementation verifies, whatever the parameters', () => {
    fc.assert(
      fc.property(parametersWith(text), secret, (entries, key) => {
        expect(verifies(independentSign(entries, key, mode), entries, key)).toBe(true);
      }),
    );
  });

  it('does not depend on the order of the parameters', () => {
    const shuffled = parametersWith(text).chain((entries) =>
      fc.tuple(
        fc.constant(entries),
        fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, secret, ([entries, others], key) => {
        expect(verifies(independentSign(entries, key, mode), others, key)).toBe(true);
      }),
    );
  });

  it('fails when any one value is changed', () => {
    fc.assert(
      fc.property(
        parametersWith(plainKey, { minLength: 1 }),
        fc.nat(),
        text,
        secret,
        (entries, at, value, key) => {
          const index = at % entries.length;
          fc.pre(entries[index]![1] !== value);
          const changed = entries.with(index, [entries[index]![0], value]);
          expect(verifies(independentSign(entries, key, mode), changed, key)).toBe(false);
        },
      ),
    );
  });

  it('fails when any one key is changed', () => {
    fc.assert(
      fc.property(
        parametersWith(plainKey, { minLength: 1 }),
        fc.nat(),
        plainKey,
        secret,
        (entries, at, name, key) => {
          fc.pre(entries.every(([other]) => other !== name));
          const index = at % entries.length;
          const changed = entries.with(index, [name, entries[index]![1]]);
          expect(verifies(independentSign(entries, key, mode), changed, key)).toBe(false);
        },
      ),
    );
  });

  it('fails when any one parameter is left out or added', () => {
    fc.assert(
      fc.property(parametersWith(plainKey, { minLength: 1 }), fc.nat(), secret, (entries, at, key) => {
        const fewer = entries.toSpliced(at % entries.length, 1);
        expect(verifies(independentSign(entries, key, mode), fewer, key)).toBe(false);
        expect(verifies(independentSign(fewer, key, mode), entries, key)).toBe(false);
      }),
    );
  });

  it('fails with another secret', () => {
    fc.assert(
      fc.property(parametersWith(text), secret, secret, (entries, key, other) => {
        fc.pre(key !== other);
        expect(verifies(independentSign(entries, key, mode), entries, other)).toBe(false);
      }),
    );
  });
});

import { createHmac, hash } from 'node:crypto';
import { joinSorted, type Parameters } from '@app/auth-signature';
import type { SignMode } from '@app/database';

/** Common mistakes in signing. */
export const SIGN_MISTAKES = [
  'sign_included',
  'empty_values_left_out',
  'keys_not_sorted',
  'values_url_encoded',
  'secret_missing',
  'secret_in_front',
  'secret_joined',
  'secret_appended',
  'other_mode',
  'other_digest',
] as const;
export type SignMistake = (typeof SIGN_MISTAKES)[number];

type Pairs = readonly (readonly [key: string, value: string])[];

/** A way to do a step of signing: the correct one, which has no name, or a mistake. */
interface Way<F> {
  readonly mistake?: SignMistake;
  readonly run: F;
}

const MEMBERS: readonly Way<(pairs: Pairs) => Pairs>[] = [
  { run: withoutSign },
  { mistake: 'sign_included', run: (pairs) => [...withoutSign(pairs), ['sign', '']] },
  {
    mistake: 'empty_values_left_out',
    run: (pairs) => withoutSign(pairs).filter(([, value]) => value !== ''),
  },
];

const ENCODINGS: readonly Way<(value: string) => string>[] = [
  { run: (value) => value },
  ...[
    encodeURIComponent,
    encodeStrictly,
    encodeAsForm,
    (value: string) => encodeURIComponent(value).replaceAll('%2F', '/'),
    (value: string) => inSmallLetters(encodeURIComponent(value)),
    (value: string) => inSmallLetters(encodeAsForm(value)),
  ].map((run) => ({ mistake: 'values_url_encoded', run }) as const),
];

const ORDERS: readonly Way<(pairs: Pairs) => string>[] = [
  { run: joinSorted },
  ...[
    join,
    (pairs: Pairs) => join(pairs.toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase()))),
    (pairs: Pairs) => join(pairs.toSorted(([a], [b]) => compare(b, a))),
  ].map((run) => ({ mistake: 'keys_not_sorted', run }) as const),
];

type Place = (text: string, secret: string) => string;

/** Positions of the secret when it is part of the hashed text. */
const PLACES: readonly Way<Place>[] = [
  { run: (text, secret) => text + secret },
  { mistake: 'secret_missing', run: (text) => text },
  { mistake: 'secret_in_front', run: (text, secret) => secret + text },
  { mistake: 'secret_in_front', run: (text, secret) => `${secret}&${text}` },
  { mistake: 'secret_in_front', run: (text, secret) => secret + text + secret },
  ...['&', '&key=', '&secret=', '&app_secret='].map(
    (joint) =>
      ({ mistake: 'secret_joined', run: (text: string, secret: string) => text + joint + secret }) as const,
  ),
];

/** Positions of the secret when it is also the key of an HMAC. */
const PLACES_BESIDE_KEY: readonly Way<Place>[] = [
  { run: (text) => text },
  ...['', '&', '&key=', '&secret=', '&app_secret='].map(
    (joint) =>
      ({ mistake: 'secret_appended', run: (text: string, secret: string) => text + joint + secret }) as const,
  ),
];

interface Digest {
  readonly name: string;
  readonly mode?: SignMode;
  /** True when the secret is its key. */
  readonly keyed: boolean;
  /** Returns the digest in hexadecimal. */
  readonly run: (text: string, secret: string) => string;
}

const DIGESTS: readonly Digest[] = [
  { name: 'MD5', mode: 'md5', keyed: false, run: (text) => hash('md5', text) },
  { name: 'HMAC-SHA256', mode: 'hmac-sha256', keyed: true, run: (text, key) => hmac('sha256', text, key) },
  { name: 'SHA-1', keyed: false, run: (text) => hash('sha1', text) },
  { name: 'SHA-256', keyed: false, run: (text) => hash('sha256', text) },
  { name: 'SHA-512', keyed: false, run: (text) => hash('sha512', text) },
  { name: 'the middle 16 digits of MD5', keyed: false, run: (text) => hash('md5', text).slice(8, 24) },
  { name: 'HMAC-MD5', keyed: true, run: (text, key) => hmac('md5', text, key) },
  { name: 'HMAC-SHA1', keyed: true, run: (text, key) => hmac('sha1', text, key) },
  { name: 'HMAC-SHA512', keyed: true, run: (text, key) => hmac('sha512', text, key) },
];

/** A higher limit would find an explanation for any sign. */
const MAX_MISTAKES = 2;

/** The way a sign was made. */
export interface Explanation {
  /** In the order of the steps of signing; none: the sign is right. */
  readonly mistakes: readonly SignMistake[];
  /** Common name of the digest that was used. */
  readonly digest: string;
}

/**
 * Determines how a sign was made, by trying every known mistake and every pair of them. Of several explanations it
 * returns one with the fewest mistakes.
 * @param parameters in the order they were sent
 * @param given the sign in hexadecimal
 * @returns undefined when no known mistakes explain it
 */
export function explainSign(
  parameters: Parameters,
  secret: string,
  mode: SignMode,
  given: string,
): Explanation | undefined {
  const wanted = given.toLowerCase();
  let best: Explanation | undefined;
  for (const text of textsOf([...parameters])) {
    for (const { mistakes, digest, run } of DIGEST_WAYS[mode]) {
      const all = [...text.mistakes, ...mistakes];
      if (all.length > MAX_MISTAKES || (best && best.mistakes.length <= all.length)) continue;
      if (run(text.run, secret) === wanted) best = { mistakes: all, digest };
    }
  }
  return best;
}

interface Combined<F> {
  readonly mistakes: readonly SignMistake[];
  readonly run: F;
}

/** Returns every text that could have been signed. */
function textsOf(pairs: Pairs): Combined<string>[] {
  return MEMBERS.flatMap((members) =>
    ENCODINGS.flatMap((encoding) =>
      ORDERS.flatMap((order) => {
        const mistakes = mistakesOf(members, encoding, order);
        if (mistakes.length > MAX_MISTAKES) return [];
        const encoded = members.run(pairs).map(([key, value]) => [key, encoding.run(value)] as const);
        return [{ mistakes, run: order.run(encoded) }];
      }),
    ),
  );
}

/** Every way to compute a sign from a text, by the correct mode. */
const DIGEST_WAYS = { md5: digestWays('md5'), 'hmac-sha256': digestWays('hmac-sha256') };

function digestWays(mode: SignMode): (Combined<Place> & { digest: string })[] {
  return DIGESTS.flatMap((digest) => {
    const places = digest.keyed ? PLACES_BESIDE_KEY : PLACES;
    return places.map((place) => ({
      mistakes: [...mistakeOf(digest, mode), ...mistakesOf(place)],
      digest: digest.name,
      run: (text: string, secret: string) => digest.run(place.run(text, secret), secret),
    }));
  });
}

function mistakeOf(digest: Digest, right: SignMode): SignMistake[] {
  if (digest.mode === right) return [];
  return [digest.mode === undefined ? 'other_digest' : 'other_mode'];
}

function mistakesOf(...ways: readonly Way<unknown>[]): SignMistake[] {
  return ways.flatMap(({ mistake }) => mistake ?? []);
}

function withoutSign(pairs: Pairs): Pairs {
  return pairs.filter(([key]) => key !== 'sign');
}

function join(pairs: Pairs): string {
  return pairs.map(([key, value]) => `${key}=${value}`).join('&');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Encodes as RFC 3986 defines. */
function encodeStrictly(value: string): string {
  return encodeURIComponent(value).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Encodes with `+` for a blank. */
function encodeAsForm(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1);
}

function inSmallLetters(encoded: string): string {
  return encoded.replaceAll(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
}

function hmac(algorithm: string, text: string, key: string): string {
  return createHmac(algorithm, key).update(text).digest('hex');
}

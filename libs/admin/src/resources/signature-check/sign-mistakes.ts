import { createHmac, hash } from 'node:crypto';
import { CLIENT_API_PREFIX, escapedPair, requestLines, sortedByKey } from '@app/auth-signature';
import type { SignMode } from '@app/database';
import { PAOJIAOYUN_PREFIX } from '@app/paojiaoyun';
import { withoutPort } from '@app/platform';
import type { CheckedRequest } from './checked-request.js';

/** Common mistakes in signing. */
export const SIGN_MISTAKES = [
  'sign_included',
  'empty_values_left_out',
  'keys_not_sorted',
  'values_url_encoded',
  'values_not_escaped',
  'path_wrong',
  'host_missing',
  'host_wrong',
  'method_wrong',
  'line_end_added',
  'secret_missing',
  'secret_in_front',
  'secret_joined',
  'secret_appended',
  'other_mode',
  'other_digest',
] as const;
export type SignMistake = (typeof SIGN_MISTAKES)[number];

type Pairs = readonly (readonly [key: string, value: string])[];

/** A way to do a step of signing: the correct one, which has no `mistake`, or a wrong one. */
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

const ORDERS: readonly Way<(pairs: Pairs) => Pairs>[] = [
  { run: sortedByKey },
  ...[
    (pairs: Pairs) => pairs,
    (pairs: Pairs) => pairs.toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase())),
    (pairs: Pairs) => pairs.toSorted(([a], [b]) => compare(b, a)),
  ].map((run) => ({ mistake: 'keys_not_sorted', run }) as const),
];

type Form = (pairs: Pairs, request: CheckedRequest) => string;

const WITH_PATH: Form = (pairs, { method, path }) => requestLines(method, path, pairs.map(escapedPair));

/** Right and wrong forms of the signed text in the modes `md5` and `hmac-sha256`. */
const FORMS: readonly Way<Form>[] = [{ run: join }, { mistake: 'other_mode', run: WITH_PATH }];

/** Right and wrong forms of the signed text in the mode `hmac-sha256-path`. */
const FORMS_WITH_PATH: readonly Way<Form>[] = [
  { run: WITH_PATH },
  { mistake: 'other_mode', run: join },
  { mistake: 'values_not_escaped', run: (pairs, { method, path }) => requestLines(method, path, pairs) },
  {
    mistake: 'path_wrong',
    run: (pairs, { method, path }) =>
      requestLines(method, path.replace(CLIENT_API_PREFIX, ''), pairs.map(escapedPair)),
  },
  { mistake: 'line_end_added', run: (pairs, request) => `${WITH_PATH(pairs, request)}\n` },
];

/** Returns a function that forms the signed text as a 泡椒云 client does, after applying `change` to the request. */
const withHost =
  (change: (request: CheckedRequest & { host: string }) => Partial<CheckedRequest> = () => ({})): Form =>
  (pairs, request) => {
    const given = { ...request, host: request.host ?? '' };
    const { method, host, path } = { ...given, ...change(given) };
    return method + host + path + join(pairs);
  };

/** Right and wrong forms of the text that 泡椒云 clients sign. */
const FORMS_WITH_HOST: readonly Way<Form>[] = [
  { run: withHost() },
  { mistake: 'host_missing', run: join },
  { mistake: 'host_wrong', run: withHost(() => ({ host: '' })) },
  { mistake: 'host_wrong', run: withHost(({ host }) => ({ host: withoutPort(host) })) },
  { mistake: 'host_wrong', run: withHost(({ host }) => ({ host: host.toLowerCase() })) },
  { mistake: 'path_wrong', run: withHost(() => ({ path: '' })) },
  {
    mistake: 'path_wrong',
    run: withHost(({ path }) => ({ path: path.slice(PAOJIAOYUN_PREFIX.length) })),
  },
  { mistake: 'method_wrong', run: withHost(() => ({ method: '' })) },
  { mistake: 'method_wrong', run: withHost(({ method }) => ({ method: method.toLowerCase() })) },
  { mistake: 'method_wrong', run: withHost(({ method }) => ({ method: method === 'GET' ? 'POST' : 'GET' })) },
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

/** Positions of the secret in the text when the secret is also the key of an HMAC. */
const PLACES_BESIDE_KEY: readonly Way<Place>[] = [
  { run: (text) => text },
  ...['', '&', '&key=', '&secret=', '&app_secret='].map(
    (joint) =>
      ({ mistake: 'secret_appended', run: (text: string, secret: string) => text + joint + secret }) as const,
  ),
];

interface Digest {
  readonly name: string;
  readonly mode?: 'md5' | 'hmac-sha256';
  /** True if the secret is the digest's key. */
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

/**
 * Maximum number of signing mistakes that one explanation combines. If more were allowed, almost any signature could be
 * explained.
 */
const MAX_MISTAKES = 2;

/** How a `sign` was computed. */
export interface Explanation {
  /** The mistakes in the order of the signing steps; an empty list means that the signature is correct. */
  readonly mistakes: readonly SignMistake[];
  /**
   * Common name of the digest that was used, followed by `with method and path` if the signed text wrongly contained
   * them.
   */
  readonly digest: string;
}

/**
 * Tries every known mistake and every pair of them to find out how a signature was computed. Of several explanations it
 * returns one with the fewest mistakes.
 * @param request with its parameters in the order they were sent
 * @param given the `sign` in hexadecimal
 * @returns undefined when no known mistakes explain the `sign`
 */
export function explainSign(
  request: CheckedRequest,
  secret: string,
  mode: SignMode,
  given: string,
): Explanation | undefined {
  const wanted = given.toLowerCase();
  let best: Explanation | undefined;
  const ofContract = mode === 'hmac-sha256-path' ? FORMS_WITH_PATH : FORMS;
  const forms = request.host === undefined ? ofContract : FORMS_WITH_HOST;
  for (const text of textsOf(request, forms)) {
    for (const { mistakes, digest, run } of DIGEST_WAYS[mode]) {
      const all = [...new Set([...text.mistakes, ...mistakes])];
      if (all.length > MAX_MISTAKES || (best && best.mistakes.length <= all.length)) continue;
      if (run(text.run, secret) !== wanted) continue;
      const hasPath = forms === FORMS && text.mistakes.includes('other_mode');
      best = { mistakes: all, digest: hasPath ? `${digest} with method and path` : digest };
    }
  }
  return best;
}

interface Combined<F> {
  readonly mistakes: readonly SignMistake[];
  readonly run: F;
}

/** Returns every text that could have been signed. */
function textsOf(request: CheckedRequest, forms: readonly Way<Form>[]): Combined<string>[] {
  const pairs = [...request.parameters];
  return MEMBERS.flatMap((members) =>
    ENCODINGS.flatMap((encoding) =>
      ORDERS.flatMap((order) =>
        forms.flatMap((form) => {
          const mistakes = mistakesOf(members, encoding, order, form);
          if (mistakes.length > MAX_MISTAKES) return [];
          const encoded = members.run(pairs).map(([key, value]) => [key, encoding.run(value)] as const);
          return [{ mistakes, run: form.run(order.run(encoded), request) }];
        }),
      ),
    ),
  );
}

/** For each mode in which a request must be signed: the right and wrong ways to compute a signature from a text. */
const HMAC_WAYS = digestWays('hmac-sha256');
const DIGEST_WAYS = { md5: digestWays('md5'), 'hmac-sha256': HMAC_WAYS, 'hmac-sha256-path': HMAC_WAYS };

function digestWays(mode: Digest['mode']): (Combined<Place> & { digest: string })[] {
  return DIGESTS.flatMap((digest) => {
    const places = digest.keyed ? PLACES_BESIDE_KEY : PLACES;
    return places.map((place) => ({
      mistakes: [...mistakeOf(digest, mode), ...mistakesOf(place)],
      digest: digest.name,
      run: (text: string, secret: string) => digest.run(place.run(text, secret), secret),
    }));
  });
}

function mistakeOf(digest: Digest, right: Digest['mode']): SignMistake[] {
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

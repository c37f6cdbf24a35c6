import type { SentRequest } from '../../test/support/answer-verifier.js';
import { VECTORS } from '../../test/support/test-vectors.js';
import { REQUIRED_MEMBERS } from './required-members.js';
import { signAnswer } from './signed-answer.js';

/** A raw answer and the required reaction of a client. */
export interface RawAnswer {
  name: string;
  request: SentRequest;
  status: number;
  body: string;
  expected: Expected;
}

export type Expected =
  | { result: Record<string, unknown> }
  | { refused: number; name?: string }
  | { unavailable: 'untrusted' | 'busy' }
  /** Any error but misuse. */
  | { fails: true }
  /** An error, or a success that contains only signed members. */
  | { survives: true };

const NONCE = '359c22e4-d522-4771-ba8e-4b99cf61b372';
const LOGIN: SentRequest = { method: 'POST', path: '/api/client/v1/card/login', nonce: NONCE };
const HEARTBEAT: SentRequest = { ...LOGIN, path: '/api/client/v1/card/heartbeat' };
const VARIABLE: SentRequest = { method: 'GET', path: '/api/client/v1/remote/variables/a', nonce: NONCE };

const UNTRUSTED = { unavailable: 'untrusted' } as const;
const BUSY = { unavailable: 'busy' } as const;
const FAILS = { fails: true } as const;
const SURVIVES = { survives: true } as const;
/** The end of 2099, which no genuine answer of these vectors contains. */
export const FORGED_TIME = 4102415999;

const MEMBERS: Record<string, string | number> = {
  card_type: 'Month',
  token: '4fGh7Kq2ZsX9vB1nM0pL',
  expires: '2019-12-25 11:56:37',
  expires_ts: 1577246197,
  config: '{"a":"b=c"}',
  server_time: 1574654197,
  hg: 600,
};
const BEAT: Record<string, string | number> = {
  expires: '2019-12-25 11:56:37',
  expires_ts: 1577246197,
  server_time: 1574654197,
};

interface Body {
  request?: SentRequest;
  code?: number;
  message?: string;
  members?: Record<string, string | number>;
  /** JSON texts of members, which replace members or add others; `undefined` leaves a member out. */
  literals?: Record<string, string | undefined>;
  /** Like `literals`, for members of the envelope. */
  envelope?: Record<string, string | undefined>;
  /** Texts that the signature covers instead of the members' values; it does not cover a member that is `undefined`. */
  signed?: Record<string, string | undefined>;
}

/** Returns the body of a signed answer with any content. */
function signed({
  request = LOGIN,
  code = 0,
  message = 'ok',
  members = code === 0 ? MEMBERS : {},
  literals = {},
  envelope = {},
  signed: texts = {},
}: Body = {}): string {
  const plain = Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]));
  const left = Object.keys(literals).filter((name) => literals[name] === undefined && !(name in texts));
  for (const name of left) delete plain[name];
  const merged = { ...plain, ...texts };
  const signedMembers = Object.fromEntries(
    Object.entries(merged).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const own = { ...mapped(members, (value) => JSON.stringify(value)), ...literals };
  const result = objectText(own);
  const time = VECTORS.server_time;
  return objectText({
    code: String(code),
    message: JSON.stringify(message),
    ...(Object.keys(own).length > 0 && { result }),
    time: String(time),
    kid: JSON.stringify(VECTORS.key.key_id),
    sign: JSON.stringify(signAnswer(request, { code, message, members: signedMembers, time })),
    ...envelope,
  });
}

function unsigned(body: Body = {}): string {
  return signed({
    ...body,
    envelope: { time: undefined, kid: undefined, sign: undefined, ...body.envelope },
  });
}

function objectText(members: Record<string, string | undefined>): string {
  const parts = Object.entries(members).filter(([, text]) => text !== undefined);
  return `{${parts.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

function mapped<T>(object: Record<string, T>, by: (value: T) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, by(value)]));
}

function answer(
  name: string,
  body: string,
  expected: Expected = UNTRUSTED,
  { status = 200, request = LOGIN } = {},
): RawAnswer {
  return { name, request, status, body, expected };
}

/** Returns an answer of an endpoint with only its required members, and answers that each lack one of them. */
function withoutRequiredMembers(endpoint: string): RawAnswer[] {
  const members = REQUIRED_MEMBERS[endpoint]!;
  const [method, path] = endpoint.replace(/\{\w+\}/, 'a').split(' ') as ['GET' | 'POST', string];
  const request: SentRequest = { method, path: `/api/client/v1${path}`, nonce: NONCE };
  const all = answer(
    `${endpoint} with its required members`,
    signed({ request, members }),
    { result: members },
    { request },
  );
  const without = Object.keys(members).map((name) => {
    const { [name]: _, ...rest } = members;
    return answer(
      `${endpoint} without ${name}`,
      signed({ request, members: { time: 1, ...rest } }),
      UNTRUSTED,
      { request },
    );
  });
  return [all, ...without];
}

/** A login with one changed member. If `text` is given, the signature covers it instead of `literal`. */
function withMember(name: string, member: string, literal: string | undefined, text?: string): RawAnswer {
  return answer(
    name,
    signed({
      literals: { [member]: literal },
      signed: { [member]: literal === undefined ? undefined : (text ?? literal) },
    }),
  );
}

const duplicate = (first: string, second: string) =>
  signed().replace('"expires_ts":1577246197', `"expires_ts":${first},"expires_ts":${second}`);

/** Read with the public key of the test vectors. */
export const SIGNED_ANSWERS: RawAnswer[] = [
  answer('whole numbers as other languages write them', floats(), { result: MEMBERS }),
  answer('escapes and white space of JSON', spaced(), { result: MEMBERS }),
  answer('unknown members', signed({ envelope: { request_id: '"r1"', later: '[{}]' } }), { result: MEMBERS }),
  answer(
    'a heartbeat',
    signed({ request: HEARTBEAT, members: BEAT }),
    { result: BEAT },
    { request: HEARTBEAT },
  ),
  answer('a counted card', signed({ members: { ...MEMBERS, uses_left: 0 } }), {
    result: { ...MEMBERS, uses_left: 0 },
  }),
  answer(
    'hostile Unicode in a value',
    signed({ request: VARIABLE, members: { value: hostileText(), time: 1 } }),
    { result: { value: hostileText(), time: 1 } },
    { request: VARIABLE },
  ),
  answer('a code that this SDK does not know', signed({ code: 19999, message: 'new' }), {
    refused: 19999,
    name: 'unknown',
  }),
  answer('hostile Unicode in a message', signed({ code: 10218, message: hostileText() }), { refused: 10218 }),
  answer('404, signed', signed({ code: 404, message: 'none' }), { refused: 404 }, { status: 404 }),
  answer('429, signed', signed({ code: 429, message: 'slow' }), BUSY, { status: 429 }),
  answer('500, signed', signed({ code: 500, message: 'broken' }), BUSY, { status: 500 }),
  answer('501, signed', signed({ code: 501, message: 'unknown' }), BUSY, { status: 501 }),
  answer('503, signed', signed({ code: 503, message: 'later' }), BUSY, { status: 503 }),
  answer('429 without a signature', '{"code":429,"message":"slow"}', BUSY, { status: 429 }),
  answer('503 without a signature', '{"code":503,"message":"later"}', BUSY, { status: 503 }),
  answer('a page of a proxy with 502', '<html>Bad Gateway</html>', BUSY, { status: 502 }),
  answer('502 with the code of a refusal, without a signature', '{"code":10218}', BUSY, { status: 502 }),
  answer("503 with a gateway's own code", '{"code":1,"message":"no backend"}', BUSY, { status: 503 }),
  answer('504 without a body', '', BUSY, { status: 504 }),

  answer('a status of another error than the code', signed({ code: 10218, message: 'none' }), UNTRUSTED, {
    status: 404,
  }),
  answer('a success with the status of an error', unsigned(), UNTRUSTED, { status: 404 }),
  answer('404 without a signature', '{"code":404,"message":"none"}', UNTRUSTED, { status: 404 }),
  answer('a redirect', '', UNTRUSTED, { status: 302 }),
  answer('no body', ''),
  answer('white space alone', ' \n'),
  answer('HTML', '<!doctype html><title>Welcome to the hotel</title>'),
  answer('half of an answer', signed().slice(0, 120)),
  answer('an answer without its last character', signed().slice(0, -1)),
  answer('an answer and something behind it', `${signed()}{"code":0}`),
  answer('null', 'null'),
  answer('true', 'true'),
  answer('a number', '0'),
  answer('a text', '"ok"'),
  answer('a list with the answer', `[${signed()}]`),
  answer('an empty object', '{}'),
  answer('a hundred thousand brackets', '['.repeat(100_000)),
  answer('a hundred thousand objects', '{"a":'.repeat(100_000)),
  answer('more than 1 MiB', signed({ members: { ...MEMBERS, config: 'x'.repeat(1 << 20) } })),
  answer('no code', signed({ envelope: { code: undefined } })),
  answer('code as text', signed({ envelope: { code: '"0"' } })),
  answer('code null', signed({ envelope: { code: 'null' } })),
  answer('code false', signed({ envelope: { code: 'false' } })),
  answer('code 0.5', signed({ envelope: { code: '0.5' } })),
  answer('code that is 0 in 32 bits', signed({ code: 4294967296, message: 'ok', members: MEMBERS }), FAILS),
  answer('code that is 0 in 64 bits', signed({ envelope: { code: '18446744073709551616' } })),
  answer('no message', signed({ envelope: { message: undefined } })),
  answer('no time', signed({ envelope: { time: undefined } })),
  answer('no kid', signed({ envelope: { kid: undefined } })),
  answer('kid of every object', signed({ envelope: { kid: '"__proto__"' } })),
  answer('kid of every object (constructor)', signed({ envelope: { kid: '"constructor"' } })),
  answer('sign null', signed({ envelope: { sign: 'null' } })),
  answer('sign that is no base64url', signed({ envelope: { sign: '"!!!!"' } })),
  answer('sign that is too short', signed({ envelope: { sign: '"AAAA"' } })),
  answer('sign of zeros', signed({ envelope: { sign: `"${'A'.repeat(86)}"` } })),
  answer(
    'the refusal of a server that could not sign',
    '{"code":10010,"message":"bad","nonce":"","sign":""}',
  ),
  answer('a success without a result', signed({ members: {} })),
  answer('result null', signed({ members: {}, envelope: { result: 'null' } })),
  answer('result as a list', signed({ members: {}, envelope: { result: '[1]' } })),
  answer('result as text', signed({ members: {}, envelope: { result: '"ok"' } })),
  answer('members beside the signed ones', signed().replace('"hg":600', '"hg":600,"uses_left":9')),
  answer(
    'members behind __proto__',
    signed({
      members: {},
      envelope: { result: `{"__proto__":${objectText(mapped(MEMBERS, JSON.stringify))}}` },
    }),
  ),
  withMember('an empty token', 'token', '""', ''),
  withMember('a token that is a number', 'token', '17'),
  withMember('expires_ts as text', 'expires_ts', '"1577246197"', '1577246197'),
  withMember('expires_ts with a fraction', 'expires_ts', '1577246197.5'),
  withMember('expires_ts null', 'expires_ts', 'null'),
  withMember('expires_ts true', 'expires_ts', 'true'),
  withMember('expires_ts without an end', 'expires_ts', '1e400', 'Infinity'),
  withMember('hg as text', 'hg', '"600"', '600'),
  withMember('hg with a fraction', 'hg', '0.5'),
  withMember('hg 0', 'hg', '0'),
  withMember('hg below 0', 'hg', '-1'),
  withMember('uses_left as text', 'uses_left', '"3"', '3'),
  withMember('uses_left with a fraction', 'uses_left', '1.5'),
  withMember('a member that is an object', 'config', '{"a":1}'),
  withMember('a member that is a list', 'config', '[1]'),
  ...Object.keys(REQUIRED_MEMBERS).flatMap(withoutRequiredMembers),
  answer('expires_ts twice, the last one signed', duplicate(`${FORGED_TIME}`, '1577246197'), SURVIVES),
  answer('expires_ts twice, the first one signed', duplicate('1577246197', `${FORGED_TIME}`), SURVIVES),
  answer(
    'result twice',
    signed().replace('"result":', `"result":{"expires_ts":${FORGED_TIME},"hg":600,"token":"x"},"result":`),
    SURVIVES,
  ),
  answer(
    'half of a character',
    signed({ literals: { config: '"\\ud83d"' }, signed: { config: '\ufffd' } }),
    SURVIVES,
  ),
];

/** Read without a public key. */
export const UNSIGNED_ANSWERS: RawAnswer[] = [
  answer('a login', unsigned(), { result: MEMBERS }),
  answer('a refusal', '{"code":10218,"message":"卡密不可用","nonce":"","sign":""}', {
    refused: 10218,
    name: 'card_unavailable',
  }),
  answer('400 with reasons', '{"code":400,"message":"bad","errs":{"card":"is required"}}', { refused: 400 }),
  answer('429', '{"code":429,"message":"slow"}', BUSY, { status: 429 }),
  answer('500', '{"code":500,"message":"broken"}', BUSY, { status: 500 }),
  answer('501', '{"code":501,"message":"unknown"}', BUSY, { status: 501 }),
  answer('503', '{"code":503,"message":"later"}', BUSY, { status: 503 }),
  answer('a page of a proxy with 502', '<html>Bad Gateway</html>', BUSY, { status: 502 }),
  answer('502 with the code of a refusal', '{"code":10218,"message":"no"}', BUSY, { status: 502 }),
  answer("503 with a gateway's own code", '{"code":1,"message":"no backend"}', BUSY, { status: 503 }),
  answer('503 with JSON without a code', '{"error":"no backend"}', BUSY, { status: 503 }),
  answer('429 with a text as code', '{"code":"slow","message":"down"}', BUSY, { status: 429 }),
  answer('504 with a list', '[]', BUSY, { status: 504 }),
  answer('404', '{"code":404,"message":"none"}', UNTRUSTED, { status: 404 }),
  answer('413', '{"code":413,"message":"large"}', UNTRUSTED, { status: 413 }),
  answer('415', '{"code":415,"message":"type"}', UNTRUSTED, { status: 415 }),
  answer('a redirect', unsigned(), UNTRUSTED, { status: 307 }),
  answer('HTML', '<!doctype html><title>Welcome to the hotel</title>'),
  answer('no body', ''),
  answer('an empty object', '{}'),
  answer('code as text', unsigned({ envelope: { code: '"0"' } })),
  answer('code true', unsigned({ envelope: { code: 'true' } })),
  answer('a success without a result', '{"code":0,"message":"ok"}'),
  answer('no expires_ts', unsigned({ literals: { expires_ts: undefined } })),
  answer('expires_ts as text', unsigned({ literals: { expires_ts: '"1577246197"' } })),
  answer('hg as text', unsigned({ literals: { hg: '"600"' } })),
  answer('an empty token', unsigned({ literals: { token: '""' } })),
];

/** Returns a text with line ends, changes of direction, combining characters, and characters beyond the first plane. */
export function hostileText(): string {
  return 'a=b%0A\r\n%3D "\\ \u0000\u0007\u202eabc\u2066 é e\u0301 ﬁ İıSs ß 卡密 😀👨‍👩‍👧 \ufeff \uffff';
}

function floats(): string {
  return signed({
    literals: { expires_ts: '1.577246197e9', hg: '6E2', server_time: '1574654197.0' },
    signed: { expires_ts: '1577246197', hg: '600', server_time: '1574654197' },
    envelope: { time: '1574654197.0', code: '0.0' },
  });
}

function spaced(): string {
  const body = signed();
  return ` \r\n\t${body
    .replace(/(?<!\\)":/g, '" :\n')
    .replace('"token"', String.raw`"t\u006fken"`)
    .replace('"Month"', String.raw`"\u004donth"`)} \n`;
}

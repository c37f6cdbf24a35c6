import { createHash, createPrivateKey, sign } from 'node:crypto';
import type { SentRequest } from '../../test/support/answer-verifier.js';
import { escape } from '../../test/support/signed-client.js';
import { VECTORS } from '../../test/support/test-vectors.js';

export interface AnswerParts {
  code?: number;
  message?: string;
  /** Values of the members, written as in the signed text. */
  members?: Record<string, string>;
  time?: number;
}

/**
 * Returns the `sign` of an answer by the key of the test vectors. It shares no code with the server, so that tests can
 * sign what no server would send.
 */
export function signAnswer(
  { method, path, nonce }: SentRequest,
  { code = 0, message = 'ok', members = {}, time = VECTORS.server_time }: AnswerParts,
): string {
  const lines = Object.entries(members)
    .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([name, value]) => `${escape(name)}=${escape(value)}`);
  const text = [
    'latchkey-answer-v1',
    method,
    path,
    escape(nonce),
    String(time),
    String(code),
    escape(message),
    ...lines,
  ];
  return sign(null, Buffer.from(text.join('\n')), PRIVATE_KEY).toString('base64url');
}

/** Returns a ticket by the key of the test vectors. Times are in epoch seconds. */
export function signTicket(
  deviceId: string,
  iat: number,
  exp: number,
  app_key: string = VECTORS.app_key,
): string {
  const { key } = VECTORS;
  const dev = createHash('sha256').update(`${app_key}|${deviceId}`).digest('base64url');
  const header = { alg: 'EdDSA', kid: key.key_id, typ: 'latchkey-ticket' };
  const card = { sub: 'card:1', type: 'Month', card_exp: exp, features: {} };
  const claims = { iss: app_key, dev, iat, exp, jti: `${iat}`, ...card };
  const text = [header, claims].map((it) => Buffer.from(JSON.stringify(it)).toString('base64url')).join('.');
  return `${text}.${sign(null, Buffer.from(text), PRIVATE_KEY).toString('base64url')}`;
}

/** The id that belongs to a public key. */
export function keyIdOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url').slice(0, 16);
}

const PRIVATE_KEY = createPrivateKey({
  key: { kty: 'OKP', crv: 'Ed25519', d: VECTORS.key.signing_key, x: VECTORS.key.public_key },
  format: 'jwk',
});

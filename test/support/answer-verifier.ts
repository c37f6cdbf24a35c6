import { createPublicKey, verify } from 'node:crypto';
import { escape } from './signed-client.js';

/** Values of the request that a client has just sent. */
export interface SentRequest {
  method: string;
  /** As it was sent, from `/api/client/v1`, without the query. */
  path: string;
  nonce: string;
}

/**
 * Verifies answers signed by `ed25519` as a client does. It is written only from the documents and shares no code with
 * the server.
 */
export class AnswerVerifier {
  /** @param keys the public keys that the client trusts, by their ids */
  constructor(private readonly keys: Record<string, string>) {}

  /** True if `text` is the server's answer to this request. */
  accepts({ method, path, nonce }: SentRequest, text: string): boolean {
    const answer = this.parse(text);
    if (!answer) return false;
    const { code, message, result, errs, time, kid, sign } = answer;
    const x = typeof kid === 'string' && Object.hasOwn(this.keys, kid) ? this.keys[kid] : undefined;
    if (x === undefined || typeof sign !== 'string' || nonce === '') return false;
    const members = Object.entries(result ?? errs ?? {})
      .map(([name, value]) => [name, String(value)] as const)
      .toSorted(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      .map(([name, value]) => `${escape(name)}=${escape(value)}`);
    const head = ['latchkey-answer-v1', method, path, escape(nonce), time, code, escape(message)];
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signed = Buffer.from([...head, ...members].join('\n'));
    return verify(null, signed, key, Buffer.from(sign, 'base64url'));
  }

  private parse(text: string) {
    try {
      return JSON.parse(text) as {
        code: number;
        message: string;
        result?: Record<string, string | number>;
        errs?: Record<string, string>;
        time?: unknown;
        kid?: unknown;
        sign?: unknown;
      };
    } catch {
      return undefined;
    }
  }
}

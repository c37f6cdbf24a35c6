import { Injectable } from '@nestjs/common';
import type { Caller, ClientHttpRequest } from '../caller.js';
import { joinSorted, sign } from '../signing/signature.js';
import type { Envelope } from './envelope.js';
import { ResponseNonce } from './response-nonce.js';

/** Adds `nonce` and `sign` to the answers of applications that enable it (contract: Response signature). */
@Injectable()
export class ResponseSigner {
  constructor(private readonly nonces: ResponseNonce) {}

  async seal(envelope: Readonly<Envelope>, request: ClientHttpRequest): Promise<Envelope> {
    const { caller } = request;
    // Nothing is signed for a caller that has not proven to know the secret.
    if (!caller?.application.responseSignature) return envelope.code === 0 ? envelope : withoutSign(envelope);
    const nonce = await this.nonces.next();
    return { ...envelope, nonce, sign: signResponse(envelope, nonce, caller) };
  }
}

/**
 * Returns a refusal without a signature. Clients that verify signatures fail on an answer without these two members.
 */
export function withoutSign(refusal: Readonly<Envelope>): Envelope {
  return { ...refusal, nonce: '', sign: '' };
}

function signResponse(
  { code, message, result }: Envelope,
  nonce: string,
  { application, secret }: Caller,
): string {
  const pairs = joinSorted(Object.entries(result ?? {}));
  return sign(`${code}${message}${pairs}${nonce}`, secret, application.signMode);
}

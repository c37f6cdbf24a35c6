import { sign as signBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ClientApplication } from '@app/applications';
import { Clock, toSeconds } from '@app/platform';
import type { Caller, ClientHttpRequest } from '../caller.js';
import { isNonce } from '../parameters/common-parameter-faults.js';
import type { Parameters } from '../parameters/read-parameters.js';
import { joinSorted, sign } from '../signing/signature.js';
import { answerText, sentPath } from '../signing/signed-texts.js';
import type { Envelope } from './envelope.js';
import { ResponseNonce } from './response-nonce.js';

/** Signs the answers of applications that have response signatures turned on. */
@Injectable()
export class ResponseSigner {
  constructor(
    private readonly nonces: ResponseNonce,
    private readonly clock: Clock,
  ) {}

  async seal(envelope: Readonly<Envelope>, request: ClientHttpRequest): Promise<Envelope> {
    const { caller, clientApplication: application, parameters, dialect } = request;
    switch (dialect?.responseSignature ?? application?.responseSignature) {
      case 'ed25519':
        // Refusals that are answered before the parameters are read, such as those during a ban, are not signed, since
        // a signature takes time.
        if (application && parameters) return this.signByKey(envelope, request, application, parameters);
        break;
      case 'digest':
        // Signs with the secret only if the caller has proven knowledge of the secret.
        if (caller) return this.signByDigest(envelope, caller, dialect?.signMode);
        break;
      case 'off':
      case undefined:
    }
    return envelope.code === 0 ? envelope : withoutSign(envelope);
  }

  private async signByDigest(
    envelope: Readonly<Envelope>,
    { application, secret }: Caller,
    mode = application.signMode,
  ): Promise<Envelope> {
    const { code, message, result = {} } = envelope;
    const nonce = await this.nonces.next();
    const text = `${code}${message}${joinSorted(Object.entries(result))}${nonce}`;
    return { ...envelope, nonce, sign: sign(text, secret, mode) };
  }

  /**
   * Signs synchronously, which takes 40 µs. In libuv's thread pool a signature would cost more, and wait behind
   * password hashes of 50 ms each.
   */
  private signByKey(
    envelope: Readonly<Envelope>,
    { method, url }: ClientHttpRequest,
    { keyId, signingKey }: ClientApplication,
    parameters: Parameters,
  ): Envelope {
    const { code, message, result, errs } = envelope;
    const given = parameters.get('nonce') ?? '';
    const time = toSeconds(this.clock.now());
    const text = answerText({
      method,
      path: sentPath(url),
      nonce: isNonce(given) ? given : '',
      time,
      code,
      message,
      members: result ?? errs ?? {},
    });
    const signature = signBytes(null, Buffer.from(text), signingKey);
    return { ...envelope, time, kid: keyId, sign: signature.toString('base64url') };
  }
}

/**
 * Returns a refusal whose `nonce` and `sign` are empty: clients that verify signatures fail if these members are
 * missing.
 */
export function withoutSign(refusal: Readonly<Envelope>): Envelope {
  return { ...refusal, nonce: '', sign: '' };
}

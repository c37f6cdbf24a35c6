import { describe, expect, it } from '@jest/globals';
import {
  canonicalString,
  type ClientHttpRequest,
  parseParameters,
  ResponseSigner,
  type ResponseNonce,
  sign,
} from '@app/auth-signature';
import { responseSignOf } from './support/response-signature.js';
import { type Answer, SignedClient } from './support/signed-client.js';
import { isAnswerNonce } from './support/answer-nonces.js';
import { VECTORS } from './support/test-vectors.js';

const { app_key, app_secret } = VECTORS;
const MODES = ['md5', 'hmac-sha256'] as const;

/** The digests come from Python's hashlib: three programs have to agree. */
describe('the test vectors of docs/test-vectors.json', () => {
  describe.each(VECTORS.requests)('request: $name', ({ parameters, signed_text, sign: signs, ...rest }) => {
    it('has the text that the server signs', () => {
      expect(canonicalString(new Map(Object.entries({ ...parameters, sign: 'x' })))).toBe(signed_text);
    });

    it.each(MODES)('has the sign of the server and of a client: %s', (sign_mode) => {
      expect(sign(signed_text, app_secret, sign_mode)).toBe(signs[sign_mode]);
      const client = new SignedClient('', { app_key, app_secret, sign_mode }, { now: () => 0 });
      expect(client.signatureOf(parameters)).toBe(signs[sign_mode]);
    });

    it('is read from what is sent', () => {
      const { sent_in_md5_mode } = rest;
      expect(sent_in_md5_mode.length).toBeGreaterThan(0);
      for (const { query = '', content_type, body } of sent_in_md5_mode) {
        const form = content_type === 'application/json' ? 'json' : 'urlencoded';
        const read = [...parseParameters(query, 'urlencoded'), ...(body ? parseParameters(body, form) : [])];
        expect(Object.fromEntries(read)).toEqual({ ...parameters, sign: signs.md5 });
      }
    });
  });

  it.each(VECTORS.refused_answers)('refused answer: $name', ({ signed_text, sign: signs, ...answer }) => {
    for (const sign_mode of MODES) {
      expect(sign(signed_text, app_secret, sign_mode)).toBe(signs[sign_mode]);
      const given = answer as unknown as Answer;
      expect(responseSignOf(given, { app_key, app_secret, sign_mode })).toBe(signs[sign_mode]);
    }
    expect(isAnswerNonce(answer.nonce)).toBe(false);
  });

  describe.each(VECTORS.answers)('answer: $name', ({ nonce, signed_text, sign: signs, ...envelope }) => {
    it('has a nonce of 16 digits', () => expect(isAnswerNonce(nonce)).toBe(true));

    it.each(MODES)('has the sign of the server and of a client: %s', async (sign_mode) => {
      const signer = new ResponseSigner({ next: async () => nonce } as ResponseNonce);
      const application = { responseSignature: true, signMode: sign_mode };
      const { name: _name, note: _note, ...given } = envelope;
      const request = { clientApplication: application, caller: { application, secret: app_secret } };
      const sealed = await signer.seal(given, request as unknown as ClientHttpRequest);
      expect(sealed).toEqual({ ...given, nonce, sign: signs[sign_mode] });
      expect(sign(signed_text, app_secret, sign_mode)).toBe(signs[sign_mode]);
      expect(responseSignOf(sealed as Answer, { app_key, app_secret, sign_mode })).toBe(signs[sign_mode]);
    });
  });
});

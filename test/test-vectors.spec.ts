import { describe, expect, it } from '@jest/globals';
import {
  answerText,
  canonicalString,
  CLIENT_API_PREFIX,
  type ClientHttpRequest,
  isBoundElsewhere,
  nonceText,
  parseParameters,
  requestText,
  ResponseSigner,
  type ResponseNonce,
  sign,
} from '@app/auth-signature';
import { signTicket, type TicketClaims } from '@app/licensing';
import { type Clock, keyIdOf, privateKeyOf, publicKeyOf, SystemClock } from '@app/platform';
import { PaojiaoyunRequest } from '@app/paojiaoyun';
import { AnswerVerifier } from './support/answer-verifier.js';
import { PaojiaoyunClient } from './support/paojiaoyun-client.js';
import { responseSignOf } from './support/response-signature.js';
import { type Answer, boundNonce, SignedClient } from './support/signed-client.js';
import { isAnswerNonce } from './support/answer-nonces.js';
import { acceptTicket } from './support/ticket.js';
import { type Sent, VECTORS } from './support/test-vectors.js';

const { app_key, app_secret } = VECTORS;
const MODES = ['md5', 'hmac-sha256'] as const;

/** Returns the parameters that the server reads from a request as it is sent. */
function readFrom({ query = '', content_type, body }: Sent): Record<string, string> {
  const form = content_type === 'application/json' ? 'json' : 'urlencoded';
  const read = [...parseParameters(query, 'urlencoded'), ...(body ? parseParameters(body, form) : [])];
  return Object.fromEntries(read);
}

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
      for (const each of sent_in_md5_mode) expect(readFrom(each)).toEqual({ ...parameters, sign: signs.md5 });
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

  describe.each(VECTORS.path_requests)(
    'request with method and path: $name',
    ({ method, path, parameters, signed_text, sign: right, sent }) => {
      it('has the text and the sign of the server and of a client', () => {
        const all = new Map(Object.entries({ ...parameters, sign: 'x' }));
        expect(requestText({ method, path: CLIENT_API_PREFIX + path, parameters: all })).toBe(signed_text);
        expect(sign(signed_text, app_secret, 'hmac-sha256-path')).toBe(right);
        const credentials = { app_key, app_secret, sign_mode: 'hmac-sha256-path' } as const;
        const client = new SignedClient('', credentials, { now: () => 0 });
        expect(client.signatureOf(parameters, method, path)).toBe(right);
      });

      it('is read from what is sent', () => {
        for (const each of sent) expect(readFrom(each)).toEqual({ ...parameters, sign: right });
      });
    },
  );

  describe.each(VECTORS.paojiaoyun_requests)(
    'request of a client of 泡椒云: $name',
    ({ method, host, path, parameters, signed_text, sign: right, sent }) => {
      it('has the text and the sign of the server and of a client', () => {
        const all = new Map(Object.entries({ ...parameters, sign: 'x' }));
        expect(new PaojiaoyunRequest(method, host, path).signedText(all)).toBe(signed_text);
        expect(sign(signed_text, app_secret, 'md5')).toBe(right);
        const client = new PaojiaoyunClient('', host, { app_key, app_secret }, { now: () => 0 });
        expect(client.sign(method, path, parameters).sign).toBe(right);
      });

      it('is read from what is sent', () => {
        for (const each of sent) expect(readFrom(each)).toEqual({ ...parameters, sign: right });
      });
    },
  );

  it.each(VECTORS.paojiaoyun_answers)(
    'answer to a client of 泡椒云: $name',
    async ({ previous_nonce, answer, accepted }) => {
      const client = new PaojiaoyunClient('', 'a', { app_key, app_secret }, { now: () => 0 });
      if (previous_nonce !== null) client.lastNonce = previous_nonce;
      expect(client.faultOf(answer as Answer) === undefined).toBe(accepted);
      if (!accepted || answer.sign === '') return;
      const { nonce, sign: _, ...envelope } = answer;
      const signer = new ResponseSigner({ next: async () => nonce } as ResponseNonce, new SystemClock());
      const application = { responseSignature: 'ed25519', signMode: 'hmac-sha256' };
      const dialect = new PaojiaoyunRequest('POST', 'a', '/v1/card/login');
      const request = {
        dialect,
        clientApplication: application,
        caller: { application, secret: app_secret },
      };
      expect(await signer.seal(envelope, request as unknown as ClientHttpRequest)).toEqual(answer);
    },
  );

  describe('bound nonces', () => {
    const asSigned = ({ method, path, parameters }: (typeof VECTORS.refused_bound_nonces)[number]) => ({
      method,
      path: CLIENT_API_PREFIX + path,
      parameters: new Map(Object.entries({ ...parameters, sign: 'x' })),
    });

    it.each(VECTORS.bound_nonces)('right: $name', (vector) => {
      const { method, path, random, parameters, text } = vector;
      expect(nonceText(asSigned(vector), random)).toBe(text);
      expect(boundNonce(parameters, method, path, random)).toBe(parameters.nonce);
      expect(isBoundElsewhere(asSigned(vector))).toBe(false);
    });

    it.each(VECTORS.refused_bound_nonces)('refused: $name', (vector) => {
      expect(isBoundElsewhere(asSigned(vector))).toBe(true);
    });
  });

  describe('signed by key', () => {
    const { signing_key, public_key, key_id } = VECTORS.key;
    const verifier = new AnswerVerifier({ [key_id]: public_key });

    it('belong to the key', () => {
      expect([publicKeyOf(signing_key), keyIdOf(public_key)]).toEqual([public_key, key_id]);
    });

    it.each(VECTORS.key_answers)('answer: $name', async ({ request, answer, signed_text }) => {
      const { method, path, nonce } = request;
      const { time, kid: _kid, sign: _sign, ...envelope } = answer;
      const clock = { now: () => time! * 1000 + 999 } as Clock;
      const signer = new ResponseSigner({} as ResponseNonce, clock);
      const application = {
        responseSignature: 'ed25519',
        keyId: key_id,
        signingKey: privateKeyOf(signing_key),
      };
      const received = {
        method,
        url: `${path}?x=1`,
        clientApplication: application,
        parameters: new Map([['nonce', nonce]]),
      };
      expect(await signer.seal(envelope, received as unknown as ClientHttpRequest)).toEqual(answer);
      expect(
        answerText({ ...answer, ...request, time: time!, members: answer.result ?? answer.errs ?? {} }),
      ).toBe(signed_text);
      // A client always sends a nonce, so it refuses an answer to a request without one.
      expect(verifier.accepts(request, JSON.stringify(answer))).toBe(nonce !== '');
    });

    it.each(VECTORS.refused_key_answers)('refused answer: $name', ({ request, answer }) => {
      expect(verifier.accepts(request, JSON.stringify(answer))).toBe(false);
    });

    const accepted = ({ ticket, device_id, now }: (typeof VECTORS.refused_tickets)[number]) =>
      acceptTicket(ticket, { keys: { [key_id]: public_key }, app_key, device_id, now });

    it.each(VECTORS.tickets)('ticket: $name', (vector) => {
      expect(accepted(vector)).toEqual(vector.claims);
      const key = { keyId: key_id, signingKey: privateKeyOf(signing_key) };
      expect(signTicket(vector.claims as TicketClaims, key)).toBe(vector.ticket);
    });

    it.each(VECTORS.refused_tickets)('refused ticket: $name', (vector) => {
      expect(accepted(vector)).toBeUndefined();
    });
  });

  describe.each(VECTORS.answers)('answer: $name', ({ nonce, signed_text, sign: signs, ...envelope }) => {
    it('has a nonce of 16 digits', () => expect(isAnswerNonce(nonce)).toBe(true));

    it.each(MODES)('has the sign of the server and of a client: %s', async (sign_mode) => {
      const signer = new ResponseSigner({ next: async () => nonce } as ResponseNonce, new SystemClock());
      const application = { responseSignature: 'digest', signMode: sign_mode };
      const { name: _name, note: _note, ...given } = envelope;
      const request = { clientApplication: application, caller: { application, secret: app_secret } };
      const sealed = await signer.seal(given, request as unknown as ClientHttpRequest);
      expect(sealed).toEqual({ ...given, nonce, sign: signs[sign_mode] });
      expect(sign(signed_text, app_secret, sign_mode)).toBe(signs[sign_mode]);
      expect(responseSignOf(sealed as Answer, { app_key, app_secret, sign_mode })).toBe(signs[sign_mode]);
    });
  });
});

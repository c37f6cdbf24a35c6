import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exchange } from '../../support/paojiaoyun-client.js';
import { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { type Sent, VECTORS } from '../../support/test-vectors.js';

const { app_key, app_secret, server_time } = VECTORS;
/** Codes of the answers to a request that fails the signature check or an earlier check. */
const UNSIGNED = [400, 10010, 10011, 10013, 10230];

describe('the test vectors', () => {
  const server = TestServer.forSuite();
  let client: SignedClient;
  beforeAll(async () => {
    server.clock.advance(server_time - server.clock.now() / 1000);
    await server.apply({ app_key, app_secret });
    client = new SignedClient(server.url, { app_key, app_secret }, server.clock);
  });

  const send = (method: string, path: string, { query, content_type, body }: Sent) =>
    client.request(
      method,
      query === undefined ? path : `${path}?${query}`,
      body,
      content_type === undefined ? {} : { 'content-type': content_type },
    );

  it.each(VECTORS.requests)(
    'of $name gets past the signature in every form',
    async ({ method, path, sent_in_md5_mode }) => {
      const codes: number[] = [];
      for (const sent of sent_in_md5_mode) codes.push((await send(method, path, sent)).code);
      for (const code of codes) expect(UNSIGNED).not.toContain(code);
      // All forms have the same nonce, so the code 10014 shows that the signature of a later form was accepted.
      expect(codes.slice(1)).toEqual(codes.slice(1).fill(10014));
    },
  );

  describe('with method and path', () => {
    beforeAll(() => server.apply({ app_key, sign_mode: 'hmac-sha256-path' }));
    afterAll(() => server.apply({ app_key, sign_mode: 'md5' }));

    it.each(VECTORS.path_requests)('of $name gets past the signature in every form', async (request) => {
      const codes: number[] = [];
      for (const sent of request.sent) codes.push((await send(request.method, request.path, sent)).code);
      for (const code of codes) expect(UNSIGNED).not.toContain(code);
      expect(codes.slice(1)).toEqual(codes.slice(1).fill(10014));
    });

    it.each([
      ...VECTORS.bound_nonces.map((vector) => ({ ...vector, refused: false })),
      ...VECTORS.refused_bound_nonces.map((vector) => ({ ...vector, refused: true })),
    ])('of a bound nonce, $name: refused $refused', async ({ method, path, parameters, refused }) => {
      const signer = new SignedClient(server.url, { app_key, app_secret, sign_mode: 'hmac-sha256-path' }, server.clock); // prettier-ignore
      const encoding = method === 'POST' ? 'json' : 'query';
      const answer = await signer.send(method, path, signer.sign(parameters, method, path), encoding);
      if (refused) expect(answer).toMatchObject({ code: 400, errs: { nonce: expect.any(String) } });
      else expect(UNSIGNED).not.toContain(answer.code);
    });

    it.each(VECTORS.refused_path_requests)(
      'of $name is refused with $code',
      async ({ method, path, code, ...sent }) => {
        expect(await send(method, path, sent)).toMatchObject({ status: 200, code });
      },
    );
  });

  describe('of clients of 泡椒云', () => {
    beforeAll(() => server.apply({ app_key, compat: 'paojiaoyun' }));

    const sendTo = async (
      host: string,
      method: string,
      path: string,
      { query, content_type, body }: Sent,
    ) => {
      const answer = await exchange(server.url, {
        method,
        path: query === undefined ? path : `${path}?${query}`,
        headers: { host, ...(content_type !== undefined && { 'content-type': content_type }) },
        content: body ?? '',
      });
      return { ...answer, code: (JSON.parse(answer.text) as { code: number }).code };
    };

    it.each(VECTORS.paojiaoyun_requests)(
      'of $name gets past the signature in every form',
      async (request) => {
        const { host, method, path } = request;
        const codes: number[] = [];
        for (const sent of request.sent) codes.push((await sendTo(host, method, path, sent)).code);
        for (const code of codes) expect(UNSIGNED).not.toContain(code);
        expect(codes.slice(1)).toEqual(codes.slice(1).fill(10014));
      },
    );

    it.each(VECTORS.refused_paojiaoyun_requests)(
      'of $name is refused with $code',
      async ({ method, host, path, code, ...sent }) => {
        expect(await sendTo(host, method, path, sent)).toMatchObject({ status: 200, code });
      },
    );
  });

  it.each(VECTORS.refused)('of $name is refused with $code', async ({ method, path, code, ...sent }) => {
    expect(await send(method, path, sent)).toMatchObject({ status: 200, code });
  });
});

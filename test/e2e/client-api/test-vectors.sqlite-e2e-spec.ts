import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { type Sent, VECTORS } from '../../support/test-vectors.js';

const { app_key, app_secret, server_time } = VECTORS;
/** Answers to a request that did not get past the signature. */
const UNSIGNED = [400, 10010, 10011, 10013, 10230];

describe('the test vectors', () => {
  let server: TestServer;
  let client: SignedClient;
  beforeAll(async () => {
    server = await TestServer.start();
    server.clock.advance(server_time - server.clock.now() / 1000);
    await server.apply({ app_key, app_secret });
    client = new SignedClient(server.url, { app_key, app_secret }, server.clock);
  });
  afterAll(() => server.stop());

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
      // The nonce is the same: both requests were signed correctly.
      expect(codes.slice(1)).toEqual(codes.slice(1).fill(10014));
    },
  );

  it.each(VECTORS.refused)('of $name is refused with $code', async ({ method, path, code, ...sent }) => {
    expect(await send(method, path, sent)).toMatchObject({ status: 200, code });
  });
});

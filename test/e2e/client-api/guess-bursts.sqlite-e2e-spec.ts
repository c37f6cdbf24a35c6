import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CardApplication } from '../../support/card-application.js';
import { codes } from '../../support/race.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

const AT_ONCE = 60;
const LIMITS = { LIMIT_WRONG_GUESSES: '5', LIMIT_WRONG_PASSWORDS: '3' };

describe('Of guesses sent at once', () => {
  let server: TestServer;
  let address: string;
  let addresses = 0;
  beforeAll(async () => {
    server = await TestServer.start({ TRUST_PROXY: 'loopback', ...LIMITS });
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    address = `198.51.100.${++addresses}`;
  });

  const send = (client: SignedClient, path: string, parameters: Parameters, from = address) =>
    client.request('POST', path, JSON.stringify(client.sign(parameters)), {
      'content-type': 'application/json',
      'x-forwarded-for': from,
    });
  const atOnce = <T>(ask: (i: number) => Promise<T>, count = AT_ONCE) =>
    Promise.all(Array.from({ length: count }, (_, i) => ask(i)));
  const elsewhere = (i: number) => `192.0.2.${i}`;

  describe('passwords of users', () => {
    let app: UserApplication;
    const login = (password: string, from = address, username = 'alice', device_id = 'D1') =>
      send(app.ofCards.client, '/user/login', { username, password, device_id }, from);
    beforeEach(async () => {
      app = await UserApplication.withAlice(server, { type: { max_devices: 0, max_sessions: 0 } });
    });

    it.each(['alice', 'nobody'])('of %s no more are compared than the limit says', async (username) => {
      expect(await codes(atOnce((i) => login(`wrong ${i}`, elsewhere(i), username)))).toEqual({
        10243: 3,
        429: AT_ONCE - 3,
      });
      expect(await login(PASSWORD, elsewhere(AT_ONCE), username)).toMatchObject({ status: 429 });
    });

    it('no more are compared for an address than its limit says', async () => {
      expect(await codes(atOnce((i) => login('wrong pass', address, `nobody ${i}`)))).toEqual({
        10243: 5,
        429: AT_ONCE - 5,
      });
      expect(await login(PASSWORD)).toMatchObject({ status: 429 });
      expect(await login(PASSWORD, elsewhere(0))).toMatchObject({ code: 0 });
    });

    it('the same one counts once for an address', async () => {
      const first = (i: number) => login('wrong pass', address, `nobody ${i % 4}`);
      expect(await codes(atOnce(first, 12))).toEqual({ 10243: 12 });
      expect(await login('wrong pass', address, 'nobody 4')).toMatchObject({ code: 10243 });
      expect(await login(PASSWORD)).toMatchObject({ status: 429 });
    });

    it('right ones are never refused, whatever the limits have left', async () => {
      await login('wrong 1');
      await login('wrong 2');
      await login('wrong pass', address, 'nobody 1');
      await login('wrong pass', address, 'nobody 2');
      for (let round = 0; round < 3; round++)
        expect(await codes(atOnce(() => login(PASSWORD), 12))).toEqual({ 0: 12 });
      expect(await login('wrong 3')).toMatchObject({ code: 10243 });
      expect(await login(PASSWORD)).toMatchObject({ status: 429 });
    });
  });

  it('unbind passwords no more are compared for an address than its limit says', async () => {
    const cards = Array.from({ length: AT_ONCE }, (_, i) => `C${i}`);
    const { client } = await CardApplication.create(server, { cards });
    const guess = (i: number) =>
      send(client, '/card/unbind-by-password', { card: cards[i]!, password: 'secret' });
    expect(await codes(atOnce(guess))).toEqual({ 10254: 5, 429: AT_ONCE - 5 });
  });
});

import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { INTERCEPTORS_METADATA } from '@nestjs/common/constants.js';
import { CLIENT_API_PREFIX } from '@app/auth-signature';
import { handlersUnder } from '../../support/admin-routes.js';
import { CardApplication } from '../../support/card-application.js';
import { newAddress, sendFrom } from '../../support/from-address.js';
import { codes } from '../../support/race.js';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';
import { WRONG_GUESSES } from '../../support/wrong-guesses.js';

const AT_ONCE = 60;
const LIMITS = { LIMIT_WRONG_GUESSES: '5', LIMIT_WRONG_PASSWORDS: '3' };

describe('Of concurrent guesses', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback', ...LIMITS });
  let address: string;
  beforeEach(() => {
    address = newAddress();
  });

  const send = (client: SignedClient, path: string, parameters: Parameters, from = address) =>
    sendFrom(from, client, path, parameters);
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

    it.each(['alice', 'nobody'])('of %s no more are compared than the limit allows', async (username) => {
      expect(await codes(atOnce((i) => login(`wrong ${i}`, elsewhere(i), username, 'D2')))).toEqual({
        10243: 3,
        429: AT_ONCE - 3,
      });
      expect(await login(PASSWORD, elsewhere(AT_ONCE), username, 'D2')).toMatchObject({ status: 429 });
    });

    it('of strangers never refuse a bound device', async () => {
      const guesses = atOnce((i) => login(`wrong ${i}`, elsewhere(i), 'alice', 'D2'));
      expect(await codes(atOnce(() => login(PASSWORD), 12))).toEqual({ 0: 12 });
      expect(await codes(guesses)).toEqual({ 10243: 3, 429: AT_ONCE - 3 });
    });

    it('sent on a bound device have its attempts and those of the name', async () => {
      expect(await codes(atOnce((i) => login(`wrong ${i}`, elsewhere(i))))).toEqual({
        10243: 6,
        429: AT_ONCE - 6,
      });
      expect(await login(PASSWORD, elsewhere(AT_ONCE))).toMatchObject({ status: 429 });
    });

    it('no more are compared for an address than its limit says', async () => {
      expect(await codes(atOnce((i) => login('wrong pass', address, `nobody ${i}`)))).toEqual({
        10243: 5,
        429: AT_ONCE - 5,
      });
      expect(await login(PASSWORD)).toMatchObject({ status: 429 });
      expect(await login(PASSWORD, elsewhere(0))).toMatchObject({ code: 0 });
    });

    it('the same guess counts once for an address', async () => {
      const first = (i: number) => login('wrong pass', address, `nobody ${i % 4}`);
      expect(await codes(atOnce(first, 12))).toEqual({ 10243: 12 });
      expect(await login('wrong pass', address, 'nobody 4')).toMatchObject({ code: 10243 });
      expect(await login(PASSWORD)).toMatchObject({ status: 429 });
    });

    it('correct guesses are never refused, even at the limit', async () => {
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

  describe('cards and user names', () => {
    let client: SignedClient;
    const login = (device_id: string, from = address) =>
      send(client, '/card/login', { card: 'C1', device_id }, from);
    beforeAll(async () => {
      const app = await CardApplication.create(server, {
        type: { max_devices: 0, max_sessions: 0 },
        settings: { variables: [{ key: 'v', value: '1', card_auth: true }] },
        cards: ['C1', 'C2'],
      });
      ({ client } = app);
      await app.open();
    });

    it('every endpoint that checks cards or names is tested here', () => {
      const telling = [...handlersUnder(CLIENT_API_PREFIX, server)].flatMap(
        ([name, [controller, method]]) => {
          const handler = Reflect.get(controller.prototype as object, method) as object;
          const interceptors = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as {
            name: string;
          }[];
          return interceptors.some((interceptor) => interceptor.name === 'GuessInterceptor') ? [name] : [];
        },
      );
      const tried = Object.values(WRONG_GUESSES).map((guess) => {
        const [method, path] = guess(0);
        return `${method} ${path.replace(/^(\/remote\/\w+)\/\w+$/, '$1/:key')}`;
      });
      // The services of these endpoints count guesses themselves, since they also hash or compare a password.
      telling.push('POST /card/unbind-by-password', 'POST /card/unbind-password', 'POST /user/register');
      expect([...new Set(tried)].toSorted()).toEqual(telling.toSorted());
    });

    it.each(Object.keys(WRONG_GUESSES))('%s: no more are checked than the limit allows', async (what) => {
      const seen = await codes(
        atOnce((i) => {
          const [method, path, parameters] = WRONG_GUESSES[what]!(i);
          return sendFrom(address, client, path, parameters, method);
        }),
      );
      expect(seen[429]).toBe(AT_ONCE - 5);
      expect(await login('D1')).toMatchObject({ status: 429 });
      expect(await login('D1', newAddress())).toMatchObject({ code: 0 });
    });

    it('the same guess counts once', async () => {
      const guess = (card: string) => send(client, '/card/login', { card, device_id: 'D1' });
      for (let i = 0; i < 4; i++) await guess('GONE');
      expect(await codes(atOnce(() => guess('GONE'), 12))).toEqual({ 10218: 12 });
      expect(await codes(atOnce((i) => guess(`NO-${i}`), 12))).toEqual({ 10218: 4, 429: 8 });
    });

    it('correct guesses are never refused, even at the limit', async () => {
      for (let i = 0; i < 4; i++) await send(client, '/card/login', { card: `NO-${i}`, device_id: 'D1' });
      expect(await codes(atOnce((i) => login(`D${i}`), 12))).toEqual({ 0: 12 });
      expect(await codes(atOnce(() => send(client, '/card/config', { card: 'C1' }), 12))).toEqual({ 0: 12 });
      expect(await send(client, '/card/config', { card: 'NO-4' })).toMatchObject({ code: 10218 });
      expect(await login('D1')).toMatchObject({ status: 429 });
    });
  });

  it('wait for the active ones of their address without stopping the queue of passwords', async () => {
    const app = await UserApplication.withAlice(server);
    const login = (username: string, password: string, from: string) =>
      send(app.ofCards.client, '/user/login', { username, password, device_id: 'D1' }, from);
    const bob = { username: 'bob', card: 'C2', device_id: 'D1' };
    // The registrations differ, since the same guess counts only once.
    const register = (i: number) =>
      send(app.ofCards.client, '/user/register', { ...bob, password: `secret${i}` });
    const guesses = [atOnce(register, 4), atOnce((i) => login(`nobody ${i}`, 'wrong pass', address))];
    expect(await login('alice', PASSWORD, elsewhere(0))).toMatchObject({ code: 0 });
    await Promise.all(guesses);
  });

  it('compare no more unbind passwords for an address than its limit', async () => {
    const cards = Array.from({ length: AT_ONCE }, (_, i) => `C${i}`);
    const { client } = await CardApplication.create(server, { cards });
    const guess = (i: number) =>
      send(client, '/card/unbind-by-password', { card: cards[i]!, password: 'secret' });
    expect(await codes(atOnce(guess))).toEqual({ 10254: 5, 429: AT_ONCE - 5 });
  });
});

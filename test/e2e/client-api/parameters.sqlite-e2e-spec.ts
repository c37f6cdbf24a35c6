import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Parameters, SignedClient } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const LOGIN = { card: 'C1', device_id: 'D1' };
const LENGTH = (min: number, max: number) => `must have ${min} to ${max} characters`;
const PRINTABLE = 'must be printable text without white space around it';
const REQUIRED = 'is required';

describe('Parameters of the client API', () => {
  const server = TestServer.forSuite();
  let client: SignedClient;
  beforeAll(async () => {
    client = await server.client({
      card_types: [
        { name: 'Month', duration: { unit: 'days', amount: 30 }, max_devices: 0, max_sessions: 0 },
      ],
      cards: [{ card: 'C1', card_type: 'Month' }],
    });
  });

  const send = (endpoint: string, parameters: Parameters) => {
    const [method, path] = endpoint.split(' ') as [string, string];
    return method === 'GET' ? client.get(path, parameters) : client.post(path, parameters);
  };

  it.each<[endpoint: string, required: string[]]>([
    ['POST /card/login', ['card', 'device_id']],
    ['POST /card/heartbeat', ['card', 'token']],
    ['POST /card/logout', ['card', 'token']],
    ['POST /card/unbind-device', ['card', 'device_id', 'token']],
    ['POST /card/unbind-password', ['card', 'password', 'token']],
    ['POST /card/unbind-by-password', ['card', 'password']],
    ['POST /card/ticket', ['card', 'token']],
    ['POST /card/consume', ['card', 'token', 'request_id']],
    ['POST /card/recharge', ['card', 'use_card']],
    ['GET /card/config', ['card']],
    ['POST /card/config', ['card']],
    ['POST /user/password', ['username', 'password', 'new_password']],
    ['POST /trial/login', ['device_id']],
    ['POST /trial/heartbeat', ['device_id']],
    ['POST /trial/logout', ['device_id', 'token']],
  ])('%s names every parameter that is missing', async (endpoint, required) => {
    const answer = await send(endpoint, {});
    expect(answer).toMatchObject({ status: 200, code: 400 });
    expect(answer.errs).toEqual(Object.fromEntries(required.map((name) => [name, REQUIRED])));
    for (const name of required) expect(answer.message).toContain(`${name} is required`);
  });

  it.each<[method: string, path: string]>([
    ['POST', '/card/login'],
    ['GET', '/card/config'],
  ])('%s %s names every common parameter that is missing', async (method, path) => {
    const answer = await client.request(method, path);
    expect(answer).toMatchObject({ status: 200, code: 400 });
    expect(answer.errs).toEqual({ app_key: REQUIRED, timestamp: REQUIRED, nonce: REQUIRED, sign: REQUIRED });
  });

  it.each(['app_key', 'timestamp', 'nonce', 'sign'])(
    'names %s when it alone is missing or empty',
    async (name) => {
      const parameters = client.sign(LOGIN);
      const { [name]: _, ...without } = parameters;
      for (const given of [without, { ...parameters, [name]: '' }]) {
        const answer = await client.send('POST', '/card/login', given, 'form');
        expect(answer).toMatchObject({ status: 200, code: 400, errs: { [name]: REQUIRED } });
        expect(Object.keys(answer.errs!)).toEqual([name]);
      }
    },
  );

  it.each(['now', '1.5', '-1', '+1', '1e9', ' 1', '0x10', '１', '1'.repeat(13)])(
    'refuses the timestamp %j',
    async (timestamp) => {
      const answer = await client.post('/card/login', { ...LOGIN, timestamp });
      expect(answer).toMatchObject({
        status: 200,
        code: 400,
        errs: { timestamp: 'must be whole epoch seconds' },
      });
    },
  );

  it('accepts a timestamp as text', async () => {
    const timestamp = String(server.clock.now() / 1000);
    expect(await client.post('/card/login', { ...LOGIN, timestamp })).toMatchObject({ code: 0 });
  });

  const OLDER = { card: 'C1', token: 't' };
  const ACCEPTED: [endpoint: string, others: Parameters, name: string, value: string, code: number][] = [
    ['POST /card/login', LOGIN, 'nonce', 'n', 0],
    ['POST /card/login', LOGIN, 'nonce', 'n'.repeat(36), 0],
    ['POST /card/login', LOGIN, 'nonce', '😀'.repeat(36), 0],
    ['POST /card/heartbeat', OLDER, 'nonce', 'm'.repeat(36), 10214],
    ['POST /card/login', LOGIN, 'device_id', 'd', 0],
    ['POST /card/login', LOGIN, 'device_id', 'd'.repeat(128), 0],
    ['POST /card/login', LOGIN, 'device_id', '😀'.repeat(128), 0],
    ['POST /card/login', LOGIN, 'device_id', ' d\n', 0],
    ['POST /card/login', LOGIN, 'card', 'c'.repeat(64), 10218],
    ['POST /card/login', LOGIN, 'card', '卡'.repeat(64), 10218],
    ['POST /card/login', LOGIN, 'card', '😀'.repeat(64), 10218],
    ['POST /card/login', LOGIN, 'card', 'a b', 10218],
    ['POST /card/heartbeat', OLDER, 'token', 't'.repeat(128), 10214],
    ['POST /card/logout', OLDER, 'token', 't'.repeat(128), 10214],
    ['POST /card/consume', OLDER, 'request_id', '😀'.repeat(64), 10214],
    ['POST /card/consume', { ...OLDER, request_id: 'r' }, 'amount', '1', 10214],
    ['POST /card/consume', { ...OLDER, request_id: 'r' }, 'amount', '1000', 10214],
    ['POST /card/unbind-device', { ...OLDER, device_id: 'D1' }, 'token', 't'.repeat(128), 10214],
    ['POST /card/unbind-device', OLDER, 'device_id', 'd'.repeat(128), 10214],
    ['POST /card/unbind-password', OLDER, 'password', '123456', 10214],
    ['POST /card/unbind-password', OLDER, 'password', '1234567890', 10214],
    ['POST /card/unbind-by-password', { card: 'C1' }, 'password', '密码密码密码', 10254],
    ['POST /card/recharge', { card: 'C1' }, 'use_card', 'c'.repeat(64), 10240],
    ['POST /card/config', { card: 'C1' }, 'config', 'null', 0],
    ['POST /card/config', { card: 'C1' }, 'config', `"${'x'.repeat(65_534)}"`, 0],
    ['POST /card/config', { card: 'C1' }, 'config', `"${'卡'.repeat(21_844)}xx"`, 0],
  ];
  it.each(
    ACCEPTED.map(([endpoint, others, name, value, code]) => ({
      endpoint,
      others,
      name,
      value,
      code,
      size: Array.from(value).length,
    })),
  )('$endpoint accepts a $name of $size characters', async ({ endpoint, others, name, value, code }) => {
    expect(await send(endpoint, { ...others, [name]: value })).toMatchObject({ status: 200, code });
  });

  const REFUSED: [endpoint: string, others: Parameters, name: string, value: string, reason: string][] = [
    ['POST /card/login', LOGIN, 'nonce', 'n'.repeat(37), LENGTH(1, 36)],
    ['POST /card/heartbeat', OLDER, 'nonce', 'n'.repeat(37), LENGTH(1, 36)],
    ['GET /card/config', { card: 'C1' }, 'nonce', '😀'.repeat(37), LENGTH(1, 36)],
    ['POST /card/login', LOGIN, 'device_id', 'd'.repeat(129), LENGTH(1, 128)],
    ['POST /card/login', LOGIN, 'device_id', '😀'.repeat(129), LENGTH(1, 128)],
    ['POST /card/login', LOGIN, 'device_id', '', LENGTH(1, 128)],
    ['POST /trial/login', {}, 'device_id', 'd'.repeat(129), LENGTH(1, 128)],
    ['POST /trial/heartbeat', { device_id: 'D1' }, 'token', 't'.repeat(129), LENGTH(1, 128)],
    ['POST /card/login', LOGIN, 'card', 'c'.repeat(65), LENGTH(1, 64)],
    ['POST /card/login', LOGIN, 'card', '😀'.repeat(65), LENGTH(1, 64)],
    ['POST /card/login', LOGIN, 'card', '', LENGTH(1, 64)],
    ['GET /card/config', {}, 'card', 'c'.repeat(65), LENGTH(1, 64)],
    ['POST /card/recharge', { card: 'C1' }, 'use_card', 'c'.repeat(65), LENGTH(1, 64)],
    ['POST /card/heartbeat', OLDER, 'token', 't'.repeat(129), LENGTH(1, 128)],
    ['POST /card/heartbeat', OLDER, 'token', '', LENGTH(1, 128)],
    ['POST /card/unbind-device', OLDER, 'device_id', 'd'.repeat(129), LENGTH(1, 128)],
    ['POST /card/unbind-password', OLDER, 'password', '12345', LENGTH(6, 10)],
    ['POST /card/unbind-password', OLDER, 'password', '12345678901', LENGTH(6, 10)],
    ['POST /card/unbind-by-password', { card: 'C1' }, 'password', '12345', LENGTH(6, 10)],
    ['POST /card/unbind-by-password', { card: 'C1' }, 'password', '12345678901', LENGTH(6, 10)],
    ['POST /card/config', { card: 'C1' }, 'config', '{', 'must be valid JSON text'],
    ['POST /card/config', { card: 'C1' }, 'config', '', 'must be valid JSON text'],
    ['POST /card/config', { card: 'C1' }, 'config', `"${'x'.repeat(65_535)}"`, 'must be at most 65536 bytes'],
    [
      'POST /card/config',
      { card: 'C1' },
      'config',
      `"${'卡'.repeat(21_845)}"`,
      'must be at most 65536 bytes',
    ],
  ];
  it.each(
    REFUSED.map(([endpoint, others, name, value, reason]) => ({
      endpoint,
      others,
      name,
      value,
      reason,
      size: Array.from(value).length,
    })),
  )('$endpoint: a $name of $size characters $reason', async ({ endpoint, others, name, value, reason }) => {
    const answer = await send(endpoint, { ...others, [name]: value });
    expect(answer).toMatchObject({ status: 200, code: 400 });
    expect(answer.errs).toEqual({ [name]: reason });
  });

  it.each([
    ['white space before', ' C1'],
    ['white space after', 'C1 '],
    ['a tab before', '\tC1'],
    ['a line break after', 'C1\n'],
    ['an ideographic space after', 'C1\u3000'],
    ['a NUL', 'C\u00001'],
    ['an escape character', 'C\u001b[31m1'],
    ['a zero-width space', 'C\u200b1'],
    ['a right-to-left override', 'C\u202e1'],
    ['nothing but white space', '   '],
  ])('refuses a card with %s', async (_, card) => {
    const login = await client.post('/card/login', { ...LOGIN, card });
    expect(login).toMatchObject({ status: 200, code: 400 });
    expect(login.errs).toEqual({ card: PRINTABLE });
    const recharge = await client.post('/card/recharge', { card: 'C1', use_card: card });
    expect(recharge.errs).toEqual({ use_card: PRINTABLE });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Application, Device, Session } from '@app/database';
import type { AdminClient } from '../../support/admin-client.js';
import { sendFrom } from '../../support/from-address.js';
import { codes } from '../../support/race.js';
import { clientOf, eventually } from '../../support/server-process.js';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';
import type { Answer, SignedClient } from '../../support/signed-client.js';

const CARDS = Array.from({ length: 40 }, (_, i) => `C${i}`);

describeGroup('two server processes on one database', () => {
  let group: ServerGroup;
  let here: SignedClient;
  let there: SignedClient;
  let admin: AdminClient;
  const unused = [...CARDS];
  const nextCard = () => unused.pop()!;

  beforeAll(async () => {
    group = await ServerGroup.start(2, {
      card_types: [
        { name: 'T', duration: { unit: 'days', amount: 30 }, max_sessions: 1, max_devices: 0 },
        { name: 'Many', duration: { unit: 'days', amount: 30 }, max_sessions: 2, max_devices: 0 },
      ],
      cards: [...CARDS.map((card) => ({ card, card_type: 'T' })), { card: 'M', card_type: 'Many' }],
    });
    [here, there] = group.clients as [SignedClient, SignedClient];
    [admin] = (await group.owners()) as [AdminClient];
  });
  afterAll(() => group.stop());

  /** Logs in at one server, and sends a heartbeat at both. */
  async function session(card = nextCard()) {
    const token = await login(here, card);
    expect(await heartbeat(there, token, card)).toMatchObject({ code: 0 });
    expect(await heartbeat(here, token, card)).toMatchObject({ code: 0 });
    return { card, token, id: await group.cardId(card) };
  }

  it('a session continues at both servers', async () => {
    const { card, token } = await session();
    for (const client of [here, there, here, there]) {
      expect(await heartbeat(client, token, card)).toMatchObject({ code: 0 });
    }
    expect(await there.post('/card/logout', { card, token })).toMatchObject({ code: 0 });
    expect(await heartbeat(here, token, card)).toMatchObject({ code: 10214 });
  });

  describe.each(['freeze', 'kick', 'unbind', 'reset'])('%s at one server', (action) => {
    it('is refused by the other at the next heartbeat', async () => {
      const { card, token, id } = await session();
      expect((await admin.post(`/cards/${id}/${action}`)).status).toBe(200);
      expect(await heartbeat(there, token, card)).toMatchObject({ code: 10214 });
      expect(await heartbeat(here, token, card)).toMatchObject({ code: 10214 });
    });
  });

  it('wrong guesses at both are counted together', async () => {
    const limited = { LIMIT_WRONG_GUESSES: '6', TRUST_PROXY: 'loopback' };
    const servers = [await group.add(limited), await group.add(limited)];
    const [first, second] = servers.map((server) => clientOf(server, group.application));
    const guess = async (client: SignedClient, card: string) =>
      (await sendFrom('192.0.2.66', client, '/card/login', { card, device_id: 'D' })).code;
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push(await guess(i % 2 ? first! : second!, `NO-${i}`));
    expect(codes).toEqual(Array(6).fill(10218));
    // Neither server checks a further guess, because each guess is counted in advance.
    expect(await guess(first!, 'NO-6')).toBe(429);
    expect(await guess(second!, 'NO-7')).toBe(429);
  });

  it('of concurrent guesses at both, no more cards are checked than the limit allows', async () => {
    const limited = { LIMIT_WRONG_GUESSES: '6', TRUST_PROXY: 'loopback' };
    const servers = [await group.add(limited), await group.add(limited)];
    const clients = servers.map((server) => clientOf(server, group.application));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        sendFrom('192.0.2.67', clients[i % 2]!, '/card/login', { card: `NO-${i}`, device_id: 'D' }),
      ),
    );
    expect(answers.filter(({ code }) => code === 10218)).toHaveLength(6);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(34);
  });

  describe('of passwords guessed at both concurrently', () => {
    let clients: SignedClient[];
    beforeAll(async () => {
      const limited = { LIMIT_WRONG_GUESSES: '5', LIMIT_WRONG_PASSWORDS: '3', TRUST_PROXY: 'loopback' };
      const servers = [await group.add(limited), await group.add(limited)];
      clients = servers.map((server) => clientOf(server, group.application));
    });
    const guess = (i: number, username: string, from: string, device_id = 'D') =>
      sendFrom(from, clients[i % 2]!, '/user/login', { username, password: `wrong ${i}`, device_id });
    const atOnce = (send: (i: number) => Promise<Answer>) =>
      codes(Array.from({ length: 40 }, (_, i) => send(i)));

    it('no more are compared than the limits allow', async () => {
      expect(await atOnce((i) => guess(i, 'somebody', `192.0.2.${i}`))).toEqual({ 10243: 3, 429: 37 });
      expect(await atOnce((i) => guess(i, `user ${i}`, '192.0.2.77'))).toEqual({ 10243: 5, 429: 35 });
    });

    it('those of strangers do not refuse a bound device at either', async () => {
      const owner = { username: 'owner', password: 'right password', device_id: 'OWN' };
      expect(await clients[0]!.post('/user/register', { ...owner, card: nextCard() })).toMatchObject({
        code: 0,
      });
      const guesses = atOnce((i) => guess(i, 'owner', `198.51.100.${i}`));
      for (const client of clients)
        expect(await client.post('/user/login', owner)).toMatchObject({ code: 0 });
      expect(await guesses).toEqual({ 10243: 3, 429: 37 });
      for (const client of clients) {
        const elsewhere = { ...owner, device_id: 'NEW' };
        expect(await client.post('/user/login', elsewhere)).toMatchObject({ status: 429 });
        expect(await client.post('/user/login', owner)).toMatchObject({ code: 0 });
      }
      // Both count the wrong passwords on the bound device together.
      const onBound = await atOnce((i) => guess(i, 'owner', `198.51.100.${i}`, 'OWN'));
      expect(onBound).toEqual({ 10243: 3, 429: 37 });
    });
  });

  it('taken names requested with one card at both are counted together', async () => {
    const limited = { LIMIT_TAKEN_NAMES: '4' };
    const servers = [await group.add(limited), await group.add(limited)];
    const clients = servers.map((server) => clientOf(server, group.application));
    const [taken, card] = [nextCard(), nextCard()];
    const register = (client: SignedClient, card: string, device_id: string) =>
      client.post('/user/register', { username: 'taken', password: 'any password', card, device_id });
    expect(await register(clients[0]!, taken, 'D')).toMatchObject({ code: 0 });
    const codes: number[] = [];
    for (let i = 0; i < 6; i++) codes.push((await register(clients[i % 2]!, card, `D${i}`)).code);
    expect(codes).toEqual([10242, 10242, 10242, 10242, 429, 429]);
  });

  it('a kick, an unbind, a deletion and a change by a job at one end the session at the other too', async () => {
    const [first, second, third, fourth] = [
      await session(),
      await session(),
      await session(),
      await session(),
    ];
    const row = await group.dataSource.manager.findOneByOrFail(Session, { holderId: first.id });
    const device = await group.dataSource.manager.findOneByOrFail(Device, { holderId: second.id });
    const { id: applicationId } = await group.dataSource.manager.findOneByOrFail(Application, {});
    expect((await admin.delete(`/sessions/${row.id}`)).status).toBe(200);
    expect((await admin.delete(`/devices/${device.id}`)).status).toBe(200);
    expect((await admin.delete(`/cards/${third.id}`)).status).toBe(200);
    const job = { applicationId, action: 'freeze', ids: [fourth.id] };
    const { body: submitted } = await admin.post<{ id: number }>('/card-jobs/bulk', job);
    await eventually(async () => {
      const { body } = await admin.get(`/card-jobs/${submitted.id}`);
      return body.status === 'done' || undefined;
    });
    for (const { card, token } of [first, second, third, fourth]) {
      expect(await heartbeat(there, token, card)).toMatchObject({ code: 10214 });
    }
  });

  it('a recharge at one is seen by the other', async () => {
    const { card, token } = await session();
    const before = await heartbeat(there, token, card);
    expect(await here.post('/card/recharge', { card, use_card: nextCard() })).toMatchObject({ code: 0 });
    const after = await heartbeat(there, token, card);
    expect(Number(after.result!.expires_ts)).toBe(Number(before.result!.expires_ts) + 30 * 86_400);
  });

  it('of one signed request sent to both at once exactly one is accepted', async () => {
    const { card, token } = await session();
    for (let i = 0; i < 100; i++) {
      const signed = here.sign({ card, token });
      const answers = await Promise.all(
        [here, there].map((client) => client.send('POST', '/card/heartbeat', signed, 'json')),
      );
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 10014]));
    }
  });

  it('logins that race across processes respect the multi-open number', async () => {
    for (let i = 0; i < 10; i++) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          (n % 2 === 0 ? here : there).post('/card/login', { card: 'M', device_id: `D${i}-${n}` }),
        ),
      );
      const opened = answers.filter(({ code }) => code === 0);
      expect(opened).toHaveLength(2);
      expect(answers.filter(({ code }) => code === 10213)).toHaveLength(4);
      for (const { result } of opened) {
        const { code } = await there.post('/card/logout', { card: 'M', token: result!.token! });
        expect(code).toBe(0);
      }
    }
  });

  it('wrong passwords are counted together', async () => {
    const [, other] = await group.owners();
    const codes: number[] = [];
    for (let i = 0; i < 11; i++) {
      const at = i % 2 === 0 ? admin : other!;
      codes.push((await at.post('/auth/login', { email: 'nobody@example.com', password: 'wrong' })).status);
    }
    expect(codes.filter((status) => status === 401)).toHaveLength(10);
    expect(codes.at(-1)).toBe(429);
  });
});

describeGroup('trials at two server processes', () => {
  let group: ServerGroup;
  let here: SignedClient;
  let there: SignedClient;
  beforeAll(async () => {
    group = await ServerGroup.start(2, { trial: 'once', trials_per_address: 4 });
    [here, there] = group.clients as [SignedClient, SignedClient];
  });
  afterAll(() => group.stop());

  it('one continues at both servers, with and without its token', async () => {
    const device = { device_id: 'trial' };
    const begin = async (client: SignedClient) =>
      String((await client.post('/trial/login', device)).result!.token);
    const beat = async (client: SignedClient, token?: string) =>
      (await client.post('/trial/heartbeat', { ...device, ...(token !== undefined && { token }) })).code;
    const first = await begin(here);
    for (const client of [here, there, here, there])
      expect([await beat(client), await beat(client, first)]).toEqual([0, 0]);
    // Both servers had cached the first session. A login at one of them replaces it.
    const second = await begin(there);
    for (const client of [here, there])
      expect([await beat(client, first), await beat(client), await beat(client, second)]).toEqual([
        10404, 0, 0,
      ]);
    expect((await here.post('/trial/logout', { ...device, token: second })).code).toBe(0);
    for (const client of [here, there])
      expect([await beat(client), await beat(client, second)]).toEqual([10404, 10404]);
  });

  it('new ones at both are counted together', async () => {
    const trusting = { TRUST_PROXY: 'loopback' };
    const servers = [await group.add(trusting), await group.add(trusting)];
    const clients = servers.map((server) => clientOf(server, group.application));
    const attempts = Array.from({ length: 12 }, (_, i) =>
      sendFrom('192.0.2.99', clients[i % 2]!, '/trial/login', { device_id: `trial-${i}` }),
    );
    expect(await codes(attempts)).toEqual({ 0: 4, 429: 8 });
  });
});

describeGroup('signed answers of two server processes', () => {
  let group: ServerGroup;
  beforeAll(async () => {
    group = await ServerGroup.start(2, { response_signature: true });
  });
  afterAll(() => group.stop());

  it('have nonces that increase from one response to the next across processes, also after losing Redis', async () => {
    const nonces: string[] = [];
    const ask = async () => {
      for (const client of group.clients) nonces.push((await client.get('/software/notice')).nonce!);
    };
    for (let i = 0; i < 20; i++) await ask();
    await group.redis.restart();
    for (const client of group.clients) {
      await eventually(async () => (await client.get('/software/notice')).code === 0 || undefined);
    }
    for (let i = 0; i < 20; i++) await ask();
    expect(nonces).toEqual([...new Set(nonces)].toSorted());
    expect(nonces).toHaveLength(80);

    // Repeats the requests until both clocks have often been in the same millisecond.
    for (let i = 0; i < 200; i++) {
      const answers = await Promise.all(group.clients.map((client) => client.get('/software/notice')));
      const [lower, higher] = answers.map(({ nonce }) => nonce!).toSorted() as [string, string];
      expect(lower > nonces.at(-1)!).toBe(true);
      expect(higher).not.toBe(lower);
      nonces.push(higher);
    }
  });
});

import { describe, expect, it } from '@jest/globals';
import { Consumption } from '@app/database';
import { FunctionRunner } from '@app/remote';
import { CardApplication, expectRefused, expectUnchanged } from '../../support/card-application.js';
import { codes } from '../../support/race.js';
import type { Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const FUNCTIONS = [
  { name: 'free', source: 'function free() { return "free" }' },
  { name: 'draw', source: 'function draw(...all) { return [Math.random(), ...all] }', cost: 2 },
  { name: 'fails', source: 'function fails() { throw new Error("no luck") }', cost: 2 },
];

describe('functions that cost uses', () => {
  const server = TestServer.forSuite({ FUNCTION_WORKERS: '2', FUNCTION_QUEUE: '2000' });

  /** Opens a session of a card with the given terms, and returns the calls for it. */
  async function open(type: object = { uses: 10 }) {
    const app = await CardApplication.create(server, {
      type: { ...type },
      settings: { functions: FUNCTIONS },
    });
    const token = await app.open();
    const post = (name: string, parameters: Parameters) =>
      app.client.post(`/remote/functions/${name}/call`, parameters);
    const call = (parameters: Parameters = {}, name = 'draw') =>
      post(name, { card: 'C1', token, params: '[]', ...parameters });
    const left = async () => (await app.heartbeat(token)).result!['uses_left'];
    return { app, token, post, call, left };
  }

  it('take them and answer the result', async () => {
    const { call, left } = await open();
    const answer = await call({ params: '[7]' });
    expect(answer).toMatchObject({ code: 0, result: { uses_left: 8 } });
    expect(JSON.parse(String(answer.result!['return']))).toEqual([expect.any(Number), 7]);
    expect(await left()).toBe(8);
  });

  it('take them again at each call without a request id, and keep no result', async () => {
    const { app, call, left } = await open();
    await call();
    await call();
    expect(await left()).toBe(6);
    const holderId = (await app.row()).id;
    const rows = await server.dataSource.manager.findBy(Consumption, { holderKind: 'card', holderId });
    const row = { requestId: null, functionName: 'draw', amount: 2, value: null };
    expect(rows).toMatchObject([row, row]);
  });

  it('functions without a cost take no uses, and ignore who calls', async () => {
    const { post } = await open();
    const free = { status: 200, code: 0, result: { return: '"free"' } };
    expect(await post('free', {})).toMatchObject(free);
    const odd = { card: ' x ', username: '', token: 'y'.repeat(500), request_id: ' ' };
    const answer = await post('free', odd);
    expect(answer).toMatchObject(free);
    expect(answer.result).not.toHaveProperty('uses_left');
  });

  it('a failed call takes nothing, and its request id can be used again', async () => {
    const { call, left } = await open();
    const answer = await expectUnchanged(server, () => call({ request_id: 'r' }, 'fails'));
    expect(answer).toMatchObject({ code: 10543, message: expect.stringContaining('no luck') });
    expect(await left()).toBe(10);
    expect((await call({ request_id: 'r' })).code).toBe(0);
  });

  it('do not run when not enough uses are left', async () => {
    const { call } = await open({ uses: 1 });
    const { ok } = server.get(FunctionRunner).calls;
    await expectRefused(server, 10219, () => call());
    expect(server.get(FunctionRunner).calls.ok).toBe(ok);
  });

  it.each<[what: string, Parameters, code: number, errs: object | undefined]>([
    ['no card', { card: '' }, 400, { card: 'is required' }],
    ['no token', { token: '' }, 400, { token: 'is required' }],
    ['a wrong token', { token: 'x' }, 10214, undefined],
    ['another card', { card: 'C2' }, 10214, undefined],
    [
      'a long request id',
      { request_id: 'x'.repeat(65) },
      400,
      { request_id: 'must have 1 to 64 characters' },
    ],
    [
      'a request id with white space',
      { request_id: ' x' },
      400,
      { request_id: 'must be printable text without white space around it' },
    ],
  ])('refuse %s', async (_, parameters, code, errs) => {
    const { call } = await open();
    expect((await expectRefused(server, code, () => call(parameters))).errs).toEqual(errs);
  });

  it('refuse a card that is not counted, and one that has expired', async () => {
    const free = await open({});
    const answer = await expectRefused(server, 400, () => free.call());
    expect(answer.errs).toEqual({ card: 'has no counted uses' });
    const short = await open({ uses: 10, duration: { unit: 'minutes', amount: 1 } });
    server.clock.advance(60);
    await expectRefused(server, 10210, () => short.call());
  });

  describe('a repeated call', () => {
    it('is answered with the first result, without running again', async () => {
      const { call, left } = await open();
      const first = await call({ request_id: 'r', params: '[1]' });
      await call();
      const { ok } = server.get(FunctionRunner).calls;
      const again = await expectUnchanged(server, () => call({ request_id: 'r', params: '[1]' }));
      expect(again.result).toEqual(first.result);
      expect(server.get(FunctionRunner).calls.ok).toBe(ok);
      expect(await left()).toBe(6);
    });

    it('also when the cost has changed, and when nothing is left', async () => {
      const { app, call } = await open({ uses: 2 });
      const first = await call({ request_id: 'r' });
      await app.configure({ functions: [{ ...FUNCTIONS[1]!, cost: 5 }] });
      expect((await call({ request_id: 'r' })).result).toEqual(first.result);
    });

    it('with other parameters is refused, and so is a consumption with its request id', async () => {
      const { app, token, call } = await open();
      await call({ request_id: 'r', params: '[1]' });
      const errs = { request_id: 'was used before for a different request' };
      const other = await expectRefused(server, 400, () => call({ request_id: 'r', params: '[2]' }));
      expect(other.errs).toEqual(errs);
      const consumption = { card: 'C1', token, request_id: 'r', amount: '2' };
      const send = () => app.client.post('/card/consume', consumption);
      expect((await expectRefused(server, 400, send)).errs).toEqual(errs);
    });

    it('sent 20 times at once takes uses once, and each gets the same result', async () => {
      const { call, left } = await open();
      const answers = await Promise.all(Array.from({ length: 20 }, () => call({ request_id: 'r' })));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers[0]!.code).toBe(0);
      expect(await left()).toBe(8);
    });
  });

  it('of 50 calls at once exactly as many succeed as are paid for', async () => {
    const { call, left } = await open({ uses: 11 });
    expect(await codes(Array.from({ length: 50 }, () => call()))).toEqual({ 0: 5, 10219: 45 });
    expect(await left()).toBe(1);
  });

  it('users pay as cards do', async () => {
    const app = await UserApplication.withAlice(server, {
      type: { uses: 3 },
      settings: { functions: FUNCTIONS },
    });
    const token = String((await app.login()).result!['token']);
    const call = () => app.ofCards.client.post('/remote/functions/draw/call', { username: 'alice', token });
    expect((await call()).result).toMatchObject({ uses_left: 1 });
    await expectRefused(server, 10219, call);
  });
});

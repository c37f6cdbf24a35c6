import { describe, expect, it } from '@jest/globals';
import { CardApplication, type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';

describe('POST /card/logout', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  it('ends the session and answers code and message only', async () => {
    const app = await create();
    const token = await app.open();
    server.clock.advance(5);
    const answer = await app.logout(token);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
    expect(await app.sessions()).toMatchObject([{ endedAt: server.clock.now(), endReason: 'logout' }]);
    expect(await app.heartbeat(token)).toMatchObject({ code: 10214 });
  });

  it('is not idempotent: the second one is refused with 10214', async () => {
    const app = await create();
    const token = await app.open();
    await app.logout(token);
    await expectRefused(server, 10214, () => app.logout(token));
  });

  it('leaves the card, its device and its other sessions unchanged', async () => {
    const app = await create({ type: { max_sessions: 2 } });
    const [token, other] = [await app.open(), await app.open()];
    const before = await app.row();
    await app.logout(token);
    expect(await app.row()).toEqual(before);
    expect(await app.devices()).toEqual(['D1']);
    expect(await app.lives(other)).toBe(true);
  });

  it('works when the card has expired', async () => {
    const app = await create({ type: { duration: { unit: 'minutes', amount: 10 } } });
    const token = await app.open();
    server.clock.advance(600);
    expect(await app.logout(token)).toMatchObject({ code: 0 });
  });

  it.each<[string, (app: CardApplication, token: string) => Promise<unknown>, card: string]>([
    ['of another card', async () => undefined, 'C2'],
    ['of a card that does not exist', async () => undefined, 'C3'],
    ['that was replaced', (app) => app.open(), 'C1'],
    ['whose device was unbound', (app, token) => app.unbind(token), 'C1'],
    ['whose card was frozen', (app) => app.change({ frozen: true }), 'C1'],
  ])('is refused with 10214 for a session %s', async (_, prepare, card) => {
    const app = await create({ cards: ['C1', 'C2'] });
    const token = await app.open();
    await prepare(app, token);
    await expectRefused(server, 10214, () => app.logout(token, card));
  });

  it('is refused with 10214 for the token of another application, and leaves that session live', async () => {
    const [ours, theirs] = [await create(), await create()];
    const token = await theirs.open();
    await expectRefused(server, 10214, () => ours.logout(token));
    expect(await theirs.lives(token)).toBe(true);
  });

  it('works exactly at the timeout and is refused with 10214 one second later', async () => {
    const app = await create({ type: { max_sessions: 2 } });
    const [first, second] = [await app.open(), await app.open()];
    server.clock.advance(1800);
    expect(await app.logout(first)).toMatchObject({ code: 0 });
    server.clock.advance(1);
    expect(await app.logout(second)).toMatchObject({ code: 10214 });
  });

  it.each(['card', 'token'])('is refused with 400 without %s', async (missing) => {
    const app = await create();
    const { [missing]: _, ...parameters }: Record<string, string> = { card: 'C1', token: await app.open() };
    const answer = await expectRefused(server, 400, () => app.client.post('/card/logout', parameters));
    expect(Object.keys(answer.errs!)).toEqual([missing]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

const DAY = 86_400;

const TYPES = { Hour: { duration: { unit: 'hours', amount: 1 } }, Two: { max_sessions: 2 } };

type Prepare = (app: UserApplication) => Promise<unknown>;
const nothing: Prepare = async () => undefined;

describe('POST /user/recharge', () => {
  const server = TestServer.forSuite();

  /** An application with the user alice (30 days), the unused card U of a given type, and the activated card A. */
  async function create(card_type = 'Type', settings = {}) {
    const app = await UserApplication.withAlice(server, {
      settings: { heartbeat_timeout_sec: DAY, ...settings },
      types: TYPES,
      cards: ['C1', 'A', { card: 'U', card_type }],
    });
    await app.ofCards.open('D1', 'A');
    return { app, token: await app.open() };
  }

  it('answers code and message only, adds the time and consumes the card', async () => {
    const { app } = await create();
    const before = await app.row();
    server.clock.advance(60);
    const now = server.clock.now();
    const answer = await app.recharge('U');
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
    expect(await app.row()).toEqual({
      ...before,
      rowVersion: before.rowVersion + 1,
      expiresAt: before.expiresAt! + 30 * DAY * 1000,
      updatedAt: now,
    });
    expect(await app.ofCards.row('U')).toMatchObject({
      status: 'consumed',
      consumedByKind: 'user',
      consumedById: before.id,
      consumedAt: now,
    });
    await expectRefused(server, 10241, () => app.recharge('U'));
    await expectRefused(server, 10218, () => app.ofCards.login('D1', 'U'));
  });

  it('is seen by a live session at its next heartbeat', async () => {
    const { app, token } = await create('Hour');
    const before = await app.heartbeat(token);
    await app.recharge('U');
    const after = await app.heartbeat(token);
    expect(after.result!.expires_ts).toBe(Number(before.result!.expires_ts) + 3600);
  });

  it('counts from now when the user has expired, who can log in again', async () => {
    const { app } = await create('Hour');
    server.clock.advance(60 * DAY);
    await expectRefused(server, 10250, () => app.login());
    expect(await app.recharge('U')).toMatchObject({ code: 0 });
    expect((await app.login()).result).toMatchObject({ expires_ts: server.clock.now() / 1000 + 3600 });
  });

  describe('is refused without changing anything', () => {
    it.each<[string, number, username: string, card: string, Prepare]>([
      ['an unknown user', 10243, 'nobody', 'U', nothing],
      ['the user with a capital letter', 10243, 'Alice', 'U', nothing],
      ['the name of a card', 10243, 'A', 'U', nothing],
      ['a frozen user', 10252, 'alice', 'U', (app) => app.change({ frozen: true })],
      ['no such card', 10240, 'alice', 'nope', nothing],
      ['a frozen card', 10240, 'alice', 'A', (app) => app.ofCards.change({ frozen: true }, 'A')],
      ['an activated card', 10241, 'alice', 'A', nothing],
      ['the card the user registered with', 10241, 'alice', 'C1', nothing],
      // If there are two reasons, the first check decides.
      ['an unknown user, no such card', 10243, 'nobody', 'nope', nothing],
      ['a frozen user, no such card', 10252, 'alice', 'nope', (app) => app.change({ frozen: true })],
    ])('%s: %d', async (_, code, username, card, prepare) => {
      const { app } = await create();
      await prepare(app);
      await expectRefused(server, code, () => app.recharge(card, username));
    });

    it('another multi-open number: 10256', async () => {
      const { app } = await create('Two');
      await expectRefused(server, 10256, () => app.recharge('U'));
    });

    it('a user that was reset to unused: 10244', async () => {
      const { app, token } = await create('Type', {
        unbind_policy: 'reset_to_unused',
        default_unbind_limit: 1,
      });
      await app.unbind(token);
      await expectRefused(server, 10244, () => app.recharge('U'));
    });

    it('a permanent user: 400', async () => {
      const app = await UserApplication.withAlice(server, { type: { duration: { unit: 'permanent' } } });
      const answer = await expectRefused(server, 400, () => app.recharge('C2'));
      expect(answer.errs).toEqual({ username: 'is permanent and needs no recharge' });
    });

    it('a card of another application: 10240', async () => {
      const { app } = await create();
      await UserApplication.create(server, { cards: ['theirs'] });
      await expectRefused(server, 10240, () => app.recharge('theirs'));
    });

    it.each(['username', 'card'])('no %s: 400', async (missing) => {
      const { app } = await create();
      const { [missing]: _, ...parameters }: Record<string, string> = { username: 'alice', card: 'U' };
      const answer = await expectRefused(server, 400, () => app.post('recharge', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });
});

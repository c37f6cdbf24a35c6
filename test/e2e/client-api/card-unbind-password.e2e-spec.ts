import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import {
  CardApplication,
  type CardApplicationFile,
  expectRefused,
  expectUnchanged,
} from '../../support/card-application.js';
import type { Answer } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';

const PASSWORD = 'secret1';
const WRONG = 'secret2';

async function wrong(app: CardApplication, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    expect(await app.unbindByPassword(WRONG)).toMatchObject({ status: 200, code: 10254 });
  }
}

describe('Unbind passwords', () => {
  const server = TestServer.forSuite();

  const create = (file?: CardApplicationFile) => CardApplication.create(server, file);

  /** A card with a password, bound to D1 and logged in there. */
  async function withPassword(file?: CardApplicationFile) {
    const app = await create(file);
    const token = await app.open();
    expect(await app.setPassword(token, PASSWORD)).toMatchObject({ code: 0 });
    return { app, token };
  }

  /** A card that fails as many as possible of the checks that follow the check of the password, given its terms. */
  const failing = (unbind_policy: string, unbind_limit: number | null) =>
    withPassword({
      settings: { unbind_policy, unbind_hours: 25 },
      type: { unbind_limit, duration: { unit: 'hours', amount: 25 } },
      cards: ['C1', 'U'],
    });

  async function expectLocked(send: () => Promise<Answer>, retryAfter: number): Promise<void> {
    const answer = await expectUnchanged(server, send);
    expect(answer).toMatchObject({ status: 429, code: 429 });
    expect(answer.headers.get('retry-after')).toBe(String(retryAfter));
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }

  describe('POST /card/unbind-password', () => {
    it('sets the password and answers code and message only', async () => {
      const app = await create();
      const token = await app.open();
      const answer = await app.setPassword(token, PASSWORD);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
      expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 0 });
    });

    it('stores only a slow hash, with a different salt each time', async () => {
      const { app, token } = await withPassword();
      const { unbindPasswordHash } = await app.row();
      expect(unbindPasswordHash).toMatch(/^\$argon2id\$/);
      expect(unbindPasswordHash).not.toContain(PASSWORD);
      await app.setPassword(token, PASSWORD);
      expect((await app.row()).unbindPasswordHash).not.toBe(unbindPasswordHash);
    });

    it('replaces an earlier password', async () => {
      const { app, token } = await withPassword();
      await app.setPassword(token, WRONG);
      expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 10254 });
      expect(await app.unbindByPassword(WRONG)).toMatchObject({ code: 0 });
    });

    it.each(['123456', '1234567890', '密码密码密码', ' pass  '])(
      'takes 6 to 10 characters: %j',
      async (password) => {
        const app = await create();
        expect(await app.setPassword(await app.open(), password)).toMatchObject({ code: 0 });
        expect(await app.unbindByPassword(password)).toMatchObject({ code: 0 });
      },
    );

    it.each(['', '12345', '12345678901', '密码密码密'])(
      'refuses other lengths with 400: %j',
      async (password) => {
        const { app, token } = await withPassword();
        const answers = [
          await expectRefused(server, 400, () => app.setPassword(token, password)),
          await expectRefused(server, 400, () => app.unbindByPassword(password)),
        ];
        for (const answer of answers) expect(Object.keys(answer.errs!)).toEqual(['password']);
      },
    );

    it.each<
      [string, number, (app: CardApplication, token: string) => Promise<[token: string, card: string]>]
    >([
      ['no such card', 10218, async (_, token) => [token, 'nope']],
      [
        'a consumed card',
        10218,
        async (app, token) => {
          await app.recharge('U');
          return [token, 'U'];
        },
      ],
      ['an invalid token', 10214, async () => ['x', 'C1']],
      ['the token of another card', 10214, async (_, token) => [token, 'C2']],
      [
        'a session that logged out',
        10214,
        async (app, token) => {
          await app.logout(token);
          return [token, 'C1'];
        },
      ],
      [
        'a frozen card',
        10214,
        async (app, token) => {
          await app.change({ frozen: true });
          return [token, 'C1'];
        },
      ],
    ])('refuses %s with %d', async (_, code, prepare) => {
      const { app, token } = await withPassword({ cards: ['C1', 'C2', 'U'] });
      const [given, card] = await prepare(app, token);
      await expectRefused(server, code, () => app.setPassword(given, WRONG, card));
    });
  });

  describe('POST /card/unbind-by-password', () => {
    it('clears every device and ends every session, without a login, for one attempt', async () => {
      const { app, token } = await withPassword({
        type: { max_sessions: 0, max_devices: 3, unbind_limit: 2 },
      });
      const tokens = [token, await app.open('D2'), await app.open('D3')];
      const before = await app.row();
      const answer = await app.unbindByPassword(PASSWORD);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
      expect(await app.devices()).toEqual([]);
      for (const each of tokens) expect(await app.lives(each)).toBe(false);
      expect(await app.row()).toEqual({
        ...before,
        rowVersion: before.rowVersion + 1,
        unbindsUsed: 1,
        unboundAt: server.clock.now(),
      });
    });

    it('does not affect other cards', async () => {
      const { app } = await withPassword({ cards: ['C1', 'C2'] });
      const other = await app.open('D1', 'C2');
      await app.unbindByPassword(PASSWORD);
      expect(await app.devices('C2')).toEqual(['D1']);
      expect(await app.lives(other, 'C2')).toBe(true);
    });

    it.each([
      ['unbind_only', 0],
      ['add_hours', 24],
      ['deduct_hours', -24],
    ])('follows the policy %s', async (unbind_policy, hours) => {
      const { app } = await withPassword({
        settings: { unbind_policy, unbind_hours: 24 },
        type: { max_devices: 2, max_sessions: 2, unbind_limit: 1 },
      });
      await app.open('D2');
      const { expiresAt } = await app.row();
      await app.unbindByPassword(PASSWORD);
      expect(await app.row()).toMatchObject({ status: 'activated', expiresAt: expiresAt! + hours * HOUR_MS });
    });

    it('follows the policy reset_to_unused; the next owner sets a new password', async () => {
      const { app } = await withPassword({
        settings: { unbind_policy: 'reset_to_unused' },
        type: { unbind_limit: 2 },
      });
      await app.unbindByPassword(PASSWORD);
      expect(await app.row()).toMatchObject({ status: 'unused', expiresAt: null, unbindPasswordHash: null });
      const next = await app.open('D2');
      expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 10254 });
      expect(await app.lives(next)).toBe(true);
      expect(await app.setPassword(next, 'another')).toMatchObject({ code: 0 });
      expect(await app.unbindByPassword('another')).toMatchObject({ code: 0 });
    });

    describe('checks in order', () => {
      it('no such card: 10218', async () => {
        const { app } = await failing('disabled', 0);
        await expectRefused(server, 10218, () => app.unbindByPassword(PASSWORD, 'nope'));
      });

      it('a consumed card: 10218', async () => {
        const { app } = await failing('disabled', 0);
        await app.recharge('U');
        await expectRefused(server, 10218, () => app.unbindByPassword(PASSWORD, 'U'));
      });

      it.each([WRONG, PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.slice(0, 6)])(
        'a wrong password: 10254 (%j)',
        async (password) => {
          const { app, token } = await failing('disabled', 0);
          expect(await app.unbindByPassword(password)).toMatchObject({ status: 200, code: 10254 });
          expect(await app.lives(token)).toBe(true);
        },
      );

      it('a password that was never set: 10254', async () => {
        const app = await create({ settings: { unbind_policy: 'disabled' } });
        await app.open();
        expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 10254 });
        expect(await app.devices()).toEqual(['D1']);
      });

      it.each<[string, number, string, number | null]>([
        ['the policy disabled', 10216, 'disabled', 0],
        ['no attempts', 10255, 'deduct_hours', 0],
        ['too little time', 10257, 'deduct_hours', null],
      ])('%s: %d', async (_, code, policy, limit) => {
        const { app, token } = await failing(policy, limit);
        // Refusals for other reasons than the password do not count as wrong passwords.
        for (let i = 0; i < 6; i++) await expectRefused(server, code, () => app.unbindByPassword(PASSWORD));
        expect(await app.lives(token)).toBe(true);
      });

      it('the order is: no unbinds left, not bound, too little time', async () => {
        const { app } = await failing('unbind_only', 1);
        await app.unbindByPassword(PASSWORD);
        await app.configure({ unbind_policy: 'deduct_hours' });
        await expectRefused(server, 10255, () => app.unbindByPassword(PASSWORD));
        await app.change({ unbind_limit: 2 });
        await expectRefused(server, 10215, () => app.unbindByPassword(PASSWORD));
      });
    });

    describe('after five wrong passwords', () => {
      it('even the correct one gets HTTP 429 until 15 minutes have passed', async () => {
        const { app } = await withPassword();
        await wrong(app, 5);
        await expectLocked(() => app.unbindByPassword(PASSWORD), 900);
        server.clock.advance(600);
        await expectLocked(() => app.unbindByPassword(WRONG), 300);
        server.clock.advance(299);
        await expectLocked(() => app.unbindByPassword(PASSWORD), 1);
        server.clock.advance(1);
        expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ status: 200, code: 0 });
      });

      it('five more are possible when the 15 minutes have passed', async () => {
        const { app } = await withPassword();
        await wrong(app, 5);
        server.clock.advance(900);
        await wrong(app, 5);
        await expectLocked(() => app.unbindByPassword(PASSWORD), 900);
      });

      it('after four of them the correct one still works', async () => {
        const { app } = await withPassword();
        await wrong(app, 4);
        expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 0 });
      });

      it('those of 15 minutes ago do not count', async () => {
        const { app } = await withPassword();
        await wrong(app, 4);
        server.clock.advance(900);
        await wrong(app, 4);
        expect(await app.unbindByPassword(PASSWORD)).toMatchObject({ code: 0 });
      });

      it('a restart does not reset the count', async () => {
        const { app } = await withPassword();
        await wrong(app, 5);
        await server.restart();
        await expectLocked(() => app.reconnect().unbindByPassword(PASSWORD), 900);
      });

      it('only that card is limited, and only for passwords', async () => {
        const { app, token } = await withPassword({ cards: ['C1', 'C2'] });
        const other = await app.open('D1', 'C2');
        await app.setPassword(other, PASSWORD, 'C2');
        await wrong(app, 5);
        expect(await app.unbindByPassword(PASSWORD, 'C2')).toMatchObject({ code: 0 });
        expect(await app.heartbeat(token)).toMatchObject({ code: 0 });
        expect(await app.unbind(token)).toMatchObject({ code: 0 });
      });
    });
  });
});

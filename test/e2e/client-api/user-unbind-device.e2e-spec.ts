import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '@app/platform';
import { type CardApplicationFile, expectRefused } from '../../support/card-application.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

describe('POST /user/unbind-device', () => {
  const server = TestServer.forSuite();

  const withAlice = (file?: CardApplicationFile) => UserApplication.withAlice(server, file);

  /** alice on two devices, each with a session. */
  async function onTwoDevices(unbind_policy: string) {
    const app = await withAlice({
      settings: { unbind_policy, unbind_hours: 24 },
      type: { max_sessions: 2, max_devices: 2, unbind_limit: 9 },
    });
    return { app, first: await app.open('D1'), second: await app.open('D2') };
  }

  describe('by the policy', () => {
    it('unbind_only: removes the binding and its sessions, leaves the user unchanged', async () => {
      const { app, first, second } = await onTwoDevices('unbind_only');
      const before = await app.row();
      const answer = await app.unbind(first);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
      expect(await app.devices()).toEqual(['D2']);
      expect(await app.row()).toEqual({
        ...before,
        rowVersion: before.rowVersion + 1,
        unbindsUsed: 1,
        unboundAt: server.clock.now(),
      });
      expect([await app.lives(first), await app.lives(second)]).toEqual([false, true]);
    });

    it.each([
      ['add_hours', 24],
      ['deduct_hours', -24],
    ])('%s: the expiry moves and a live session sees it', async (policy, hours) => {
      const { app, first, second } = await onTwoDevices(policy);
      const { expiresAt } = await app.row();
      expect(await app.unbind(first)).toMatchObject({ code: 0 });
      expect((await app.heartbeat(second)).result).toMatchObject({
        expires_ts: (expiresAt! + hours * HOUR_MS) / 1000,
      });
    });

    it('of the user’s card type rather than of the application', async () => {
      const app = await withAlice({
        settings: { unbind_policy: 'unbind_only' },
        type: { unbind_limit: 9, unbind_policy: 'add_hours', unbind_hours: 5 },
      });
      const token = await app.open('D1');
      const { expiresAt } = await app.row();
      expect(await app.unbind(token)).toMatchObject({ code: 0 });
      expect(await app.row()).toMatchObject({ expiresAt: expiresAt! + 5 * HOUR_MS });
    });

    it('reset_to_unused: every device and session goes, and the time starts again at the next login', async () => {
      const { app, first, second } = await onTwoDevices('reset_to_unused');
      expect(await app.unbind(first)).toMatchObject({ code: 0 });
      expect(await app.devices()).toEqual([]);
      expect(await app.row()).toMatchObject({ status: 'unused', activatedAt: null, expiresAt: null });
      expect([await app.lives(first), await app.lives(second)]).toEqual([false, false]);

      server.clock.advance(100 * 86_400);
      const { result } = await app.login('D9');
      expect(result).toMatchObject({ expires_ts: server.clock.now() / 1000 + 30 * 86_400 });
      expect(await app.row()).toMatchObject({ status: 'activated', unbindsUsed: 1 });
      expect(await app.devices()).toEqual(['D9']);
    });

    it('disabled: refused with 10216', async () => {
      const { app, first } = await onTwoDevices('disabled');
      await expectRefused(server, 10216, () => app.unbind(first));
    });
  });

  it('frees the place of the device that registered', async () => {
    const app = await withAlice();
    const token = await app.open();
    await expectRefused(server, 10217, () => app.login('D2'));
    await app.unbind(token);
    await app.open('D2');
    expect(await app.devices()).toEqual(['D2']);
  });

  describe('is refused without changing anything', () => {
    it('a user who does not exist: 10243', async () => {
      const app = await withAlice();
      const token = await app.open();
      await expectRefused(server, 10243, () => app.unbind(token, 'D1', 'nobody'));
    });

    it('a token that is not of an open session: 10214', async () => {
      const app = await withAlice();
      await app.register({ username: 'bob', card: 'C2' });
      const token = await app.open();
      await expectRefused(server, 10214, () => app.unbind('x'.repeat(20)));
      await expectRefused(server, 10214, () => app.unbind(token, 'D1', 'bob'));
      await app.logout(token);
      await expectRefused(server, 10214, () => app.unbind(token));
    });

    it('a device that is not bound: 10215', async () => {
      const app = await withAlice();
      const token = await app.open();
      await expectRefused(server, 10215, () => app.unbind(token, 'D2'));
    });

    it('no attempts left: 10255', async () => {
      const app = await withAlice({ type: { unbind_limit: 1 } });
      expect(await app.unbind(await app.open())).toMatchObject({ code: 0 });
      const token = await app.open();
      await expectRefused(server, 10255, () => app.unbind(token));
    });

    it('too little time for the deduction: 10257', async () => {
      const app = await withAlice({
        settings: { unbind_policy: 'deduct_hours', unbind_hours: 24 },
        type: { duration: { unit: 'hours', amount: 24 } },
      });
      const token = await app.open();
      await expectRefused(server, 10257, () => app.unbind(token));
      expect(await app.lives(token)).toBe(true);
    });

    it.each(['username', 'token', 'device_id'])('no %s: 400', async (missing) => {
      const app = await withAlice();
      const all: Record<string, string> = { username: 'alice', token: await app.open(), device_id: 'D1' };
      const { [missing]: _, ...parameters } = all;
      const answer = await expectRefused(server, 400, () => app.post('unbind-device', parameters));
      expect(Object.keys(answer.errs!)).toEqual([missing]);
    });
  });
});

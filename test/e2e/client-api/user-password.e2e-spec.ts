import { describe, expect, it } from '@jest/globals';
import { expectRefused } from '../../support/card-application.js';
import { newAddress, sendFrom } from '../../support/from-address.js';
import { countPasswordHashes } from '../../support/password-work.js';
import { codes, MANY, numbered } from '../../support/race.js';
import { REAL_COST, TestServer } from '../../support/test-server.js';
import { PASSWORD, UserApplication } from '../../support/user-application.js';

const NEW = 'battery staple';
const WRONG = 'wrong horse';

describe('POST /user/password', () => {
  const server = TestServer.forSuite({ LIMIT_WRONG_PASSWORDS: '3', TRUST_PROXY: 'loopback' }, REAL_COST);

  const withAlice = () => UserApplication.withAlice(server, { type: { max_devices: 0, max_sessions: 0 } });
  const change = (app: UserApplication, parameters = {}) =>
    app.post('password', { username: 'alice', password: PASSWORD, new_password: NEW, ...parameters });

  it('replaces the password and ends every session of this user', async () => {
    const app = await withAlice();
    await app.register({ username: 'bob', card: 'C2' });
    const tokens = [await app.open('D1'), await app.open('D2')];
    const ofBob = await app.open('D1', 'bob');
    const answer = await change(app);
    expect(answer).toMatchObject({ status: 200, code: 0, message: 'ok' });
    expect(answer.result).toBeUndefined();
    for (const token of tokens) expect(await app.lives(token)).toBe(false);
    expect(await app.lives(ofBob, 'bob')).toBe(true);
    expect((await app.login('D1', 'alice', PASSWORD)).code).toBe(10243);
    expect((await app.login('D1', 'alice', NEW)).code).toBe(0);
    expect((await app.row()).passwordHash).toMatch(/^\$argon2id\$/);
  });

  it.each<[string, object]>([
    ['a wrong password', { password: WRONG }],
    ['an unknown user', { username: 'nobody' }],
    ['the name of a card', { username: 'C2' }],
  ])('refuses %s with 10243, in the same words and for the same work', async (_, parameters) => {
    const app = await withAlice();
    const token = await app.open();
    const compared = await countPasswordHashes(async () => {
      const answer = await expectRefused(server, 10243, () => change(app, parameters));
      expect(answer.message).toBe('wrong user name or password');
    });
    expect(compared).toBe(1);
    expect(await app.lives(token)).toBe(true);
  });

  it('refuses a frozen user with 10252, and lets an expired one change it', async () => {
    const app = await withAlice();
    await app.change({ frozen: true });
    await expectRefused(server, 10252, () => change(app));
    await app.change({ frozen: false, expiresAt: server.clock.now() });
    expect((await change(app)).code).toBe(0);
  });

  it.each([
    ['password', '12345'],
    ['new_password', '12345'],
    ['new_password', 'p'.repeat(31)],
    ['new_password', ''],
  ])('refuses the %s %j with 400', async (parameter, value) => {
    const app = await withAlice();
    const parameters = { username: 'alice', password: PASSWORD, new_password: NEW, [parameter]: value };
    const answer = await app.post('password', parameters);
    expect(answer.code).toBe(400);
    expect(answer.errs).toHaveProperty(parameter);
  });

  it('lets exactly one of racing changes win', async () => {
    const app = await withAlice();
    const wanted = numbered('new password ');
    const answers = await Promise.all(wanted.map((new_password) => change(app, { new_password })));
    expect(await codes(Promise.resolve(answers))).toEqual({ 0: 1, 10243: MANY - 1 });
    const winner = answers.findIndex(({ code }) => code === 0);
    server.clock.advance(15 * 60);
    expect((await app.login('D1', 'alice', wanted[winner])).code).toBe(0);
  });

  it('shares the limit on wrong passwords with the login', async () => {
    const app = await withAlice();
    for (let i = 0; i < 2; i++) expect((await change(app, { password: `${WRONG}${i}` })).code).toBe(10243);
    expect((await app.login('D1', 'alice', WRONG)).code).toBe(10243);
    expect((await change(app)).status).toBe(429);
    expect((await app.login('D2')).status).toBe(429);
    server.clock.advance(15 * 60);
    expect((await change(app)).code).toBe(0);
  });

  it("is possible from the address of an open session, whatever others' wrong passwords", async () => {
    const app = await withAlice();
    await app.register({ username: 'bob', card: 'C2', device_id: 'D1' });
    const sendAs = (address: string, call: string, parameters: object) =>
      sendFrom(address, app.ofCards.client, `/user/${call}`, {
        username: 'alice',
        password: PASSWORD,
        ...parameters,
      });
    const changeAt = (address: string, parameters = {}) =>
      sendAs(address, 'password', { new_password: NEW, ...parameters });
    const [home, ended, ofBob] = [newAddress(), newAddress(), newAddress()];
    const loginAt = async (address: string, username = 'alice') => {
      const { result } = await sendAs(address, 'login', { username, device_id: 'D1' });
      return String(result!.token);
    };
    await app.logout(await loginAt(ended));
    await loginAt(home);
    await loginAt(ofBob, 'bob');
    for (let i = 0; i < 3; i++)
      expect((await changeAt(newAddress(), { password: `${WRONG}${i}` })).code).toBe(10243);
    for (const address of [newAddress(), ended, ofBob]) expect((await changeAt(address)).status).toBe(429);
    for (let i = 0; i < 2; i++) expect((await changeAt(home, { password: `${WRONG}${i}` })).code).toBe(10243);
    expect((await changeAt(home)).code).toBe(0);
    // The change has ended the session.
    expect((await changeAt(home, { password: NEW })).status).toBe(429);
  });

  it('has a limited number of attempts at the address of an open session, too', async () => {
    const app = await withAlice();
    await app.open();
    for (let i = 0; i < 6; i++) expect((await change(app, { password: `${WRONG}${i}` })).code).toBe(10243);
    expect((await change(app)).status).toBe(429);
  });
});

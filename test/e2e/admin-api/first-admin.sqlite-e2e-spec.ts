import { afterEach, describe, expect, it } from '@jest/globals';
import { Admin } from '@app/database';
import { AdminClient, OWNER } from '../../support/admin-client.js';
import { captureOutput } from '../../support/captured-output.js';
import { TestServer } from '../../support/test-server.js';

const LOGGING = { LOG_LEVEL: 'trace', LOG_FORMAT: 'json' };
const PRINTED = /email +(\S+)\n +password +([A-Za-z0-9]{20})\n/;
const BOSS = 'boss@example.com';

describe('the first administrator', () => {
  let server: TestServer | undefined;
  afterEach(() => server?.stop());

  const start = async (environment: Record<string, string>) => {
    server = await TestServer.start({ ...LOGGING, ...environment });
  };
  const signIn = async (email: string, password: string) => {
    const client = new AdminClient(server!.url);
    return { client, answer: await client.signIn(email, password) };
  };
  const admins = () => server!.dataSource.getRepository(Admin).find();

  it('comes from ADMIN_EMAIL and ADMIN_PASSWORD, at the first start only', async () => {
    const newPassword = 'not what the environment says';
    const { log, terminal } = await captureOutput(async () => {
      await start({ ADMIN_EMAIL: 'Boss@Example.com', ADMIN_PASSWORD: OWNER.password });
      const { client, answer } = await signIn(BOSS, OWNER.password);
      expect(answer).toMatchObject({ status: 200, body: { email: BOSS, role: 'owner' } });
      const change = { currentPassword: OWNER.password, newPassword };
      expect(await client.post('/auth/password', change)).toMatchObject({ status: 204 });

      const before = await admins();
      expect(before).toHaveLength(1);
      await server!.restart();
      expect(await admins()).toEqual(before);
      expect((await signIn(BOSS, OWNER.password)).answer.status).toBe(401);
      expect((await signIn(BOSS, newPassword)).answer.status).toBe(200);
    });
    expect(terminal).toBe('');
    expect(log).toContain('/api/admin/v1/auth/login');
    for (const password of [OWNER.password, newPassword]) expect(log).not.toContain(password);
  });

  it('gets a password that is printed once to the terminal, but not to the log', async () => {
    const { log, terminal } = await captureOutput(async (soFar) => {
      await start({ ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
      const [, email, password] = PRINTED.exec(soFar.terminal)!;
      expect(email).toBe('admin@localhost');
      expect((await signIn(email!, password!)).answer).toMatchObject({
        status: 200,
        body: { role: 'owner' },
      });
      await server!.restart();
      expect((await signIn(email!, password!)).answer.status).toBe(200);
      expect(await admins()).toHaveLength(1);
    });
    expect(terminal.match(new RegExp(PRINTED, 'g'))).toHaveLength(1);
    expect(log).toContain('/api/admin/v1/auth/login');
    expect(log).not.toContain(PRINTED.exec(terminal)![2]);
  });

  it('gets no printed password in production without ACCEPT_WEAK', async () => {
    const production = { NODE_ENV: 'production', ADMIN_PASSWORD: '' };
    const { terminal } = await captureOutput(async () => {
      await expect(start(production)).rejects.toThrow('no password is generated');
      await start({ ...production, ACCEPT_WEAK: 'ADMIN_PASSWORD' });
    });
    expect(terminal).toMatch(PRINTED);
    expect(terminal.match(new RegExp(PRINTED, 'g'))).toHaveLength(1);
  });

  it('gets another password on another database', async () => {
    const { terminal } = await captureOutput(async () => {
      for (let i = 0; i < 2; i++) {
        await start({ ADMIN_PASSWORD: '' });
        await server!.stop();
      }
      server = undefined;
    });
    const passwords = [...terminal.matchAll(new RegExp(PRINTED, 'g'))].map(([, , password]) => password);
    expect(passwords).toHaveLength(2);
    expect(passwords[0]).not.toBe(passwords[1]);
  });
});

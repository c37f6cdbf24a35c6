import { describe, expect, it } from '@jest/globals';
import type { TOTP } from 'otpauth';
import { Admin, RecoveryCode } from '@app/database';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import { type Account, editAdmin, hashOf, hire, signedIn } from '../../support/admin-fixtures.js';
import { newAddress } from '../../support/from-address.js';
import {
  enrol,
  hireWithPhone,
  MISSING,
  type PersonWithPhone,
  shownBy,
  STEP_SEC,
  tryToSignIn,
  WRONG,
  wrongCodeOf,
} from '../../support/phone.js';
import { TestServer } from '../../support/test-server.js';

describe('one-time passwords', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });
  const owner = AdminClient.forSuite(server);

  const login = (person: Account, totp?: string, from = newAddress()) =>
    tryToSignIn(server, person, totp, from);
  const shows = (phone: TOTP, steps = 0) => shownBy(phone, server, steps);
  const wrongCode = (phone: TOTP) => wrongCodeOf(phone, server);
  const withPhone = () => hireWithPhone(server, owner);
  const winners = (answers: AdminAnswer[]) => answers.filter(({ status }) => status === 200).length;

  describe('are turned on', () => {
    it('with the password and a code from the phone', async () => {
      const person = await hire(server, owner, 'viewer');
      const { client, password } = person;
      expect(await client.post('/auth/totp/confirm', { code: '123456' })).toMatchObject({ status: 409 });
      expect(await client.post('/auth/totp', { currentPassword: 'wrong' })).toMatchObject({
        status: 422,
        body: { errors: { currentPassword: 'is wrong' } },
      });

      const phone = await enrol(person);
      expect(phone).toMatchObject({ issuer: 'Latchkey', label: person.email, digits: 6, period: STEP_SEC });
      expect(phone.secret.bytes).toHaveLength(20);
      expect(await login(person)).toMatchObject({ status: 200, body: { totpEnabled: false } });
      expect(await client.post('/auth/totp/confirm', { code: wrongCode(phone) })).toMatchObject({
        status: 422,
        body: { errors: { code: 'is wrong' } },
      });
      expect(await login(person)).toMatchObject({ status: 200 });

      const confirmed = await client.post('/auth/totp/confirm', { code: shows(phone) });
      expect(confirmed.status).toBe(200);
      const codes = confirmed.body.recoveryCodes as string[];
      expect(codes).toHaveLength(10);
      expect(new Set(codes).size).toBe(10);
      for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/);
      expect((await client.get('/auth/me')).body).toMatchObject({ totpEnabled: true });
      expect(await login(person)).toMatchObject(MISSING);
      // The confirmation code is consumed.
      expect(await login(person, shows(phone))).toMatchObject(WRONG);

      expect(await client.post('/auth/totp/confirm', { code: shows(phone, 1) })).toMatchObject({
        status: 409,
      });
      expect(await client.post('/auth/totp', { currentPassword: password })).toMatchObject({ status: 409 });
    });

    it('with the latest key', async () => {
      const person = await hire(server, owner, 'viewer');
      const first = await enrol(person);
      const second = await enrol(person);
      const confirm = (phone: TOTP) => person.client.post('/auth/totp/confirm', { code: shows(phone) });
      expect(await confirm(first)).toMatchObject({ status: 422 });
      expect(await confirm(second)).toMatchObject({ status: 200 });
    });

    it('by only one of concurrent confirmations', async () => {
      const person = await hire(server, owner, 'viewer');
      const phone = await enrol(person);
      const answers = await Promise.all(
        [-1, 0, 1].map((steps) => person.client.post('/auth/totp/confirm', { code: shows(phone, steps) })),
      );
      expect(winners(answers)).toBe(1);
    });

    it('ten wrong codes limit the administrator', async () => {
      const person = await hire(server, owner, 'viewer');
      const phone = await enrol(person);
      const confirm = (code: string) => person.client.post('/auth/totp/confirm', { code });
      for (let i = 0; i < 10; i++) expect(await confirm(wrongCode(phone))).toMatchObject({ status: 422 });
      expect(await confirm(shows(phone))).toMatchObject({ status: 429 });
    });
  });

  describe('let in', () => {
    it('only with both the password and the code', async () => {
      const person = await withPhone();
      const { phone } = person;
      const refused = [
        [await login(person), MISSING],
        [await login(person, wrongCode(phone)), WRONG],
        [await login(person, shows(phone).slice(1)), WRONG],
        [await login(person, `${shows(phone)}0`), WRONG],
        [await login({ ...person, password: 'wrong password' }, shows(phone)), { status: 401 }],
      ] as const;
      for (const [answer, expected] of refused) {
        expect(answer).toMatchObject(expected);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      expect(JSON.stringify(refused.at(-1)![0].body)).not.toContain('totp');
      // A wrong password did not consume the code either.
      expect(await login(person, shows(phone))).toMatchObject({ status: 200, body: { totpEnabled: true } });
    });

    it('with a code as phones write it', async () => {
      const person = await withPhone();
      const code = shows(person.phone);
      expect(await login(person, `${code.slice(0, 3)} ${code.slice(3)}`)).toMatchObject({ status: 200 });
    });

    it('once with each code', async () => {
      const person = await withPhone();
      const { phone } = person;
      const code = shows(phone);
      expect(await login(person, code)).toMatchObject({ status: 200 });
      expect(await login(person, code)).toMatchObject(WRONG);
      server.clock.advance(STEP_SEC);
      expect(await login(person, code)).toMatchObject(WRONG);
      expect(await login(person, shows(phone))).toMatchObject({ status: 200 });
    });

    it('with no code older than the last one', async () => {
      const person = await withPhone();
      expect(await login(person, shows(person.phone, 1))).toMatchObject({ status: 200 });
      expect(await login(person, shows(person.phone, 0))).toMatchObject(WRONG);
      expect(await login(person, shows(person.phone, -1))).toMatchObject(WRONG);
    });

    it('only one of many concurrent sign-ins with one code', async () => {
      const person = await withPhone();
      const code = shows(person.phone);
      const answers = await Promise.all(Array.from({ length: 8 }, () => login(person, code)));
      expect(winners(answers)).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 200))
        expect(answer).toMatchObject(WRONG);
    });

    it.each([
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401],
    ])('with a clock that is off by %i steps of 30 seconds: %i', async (steps, status) => {
      const person = await withPhone();
      expect(await login(person, shows(person.phone, steps))).toMatchObject({ status });
    });

    it('not with the code of another administrator', async () => {
      const [one, other] = [await withPhone(), await withPhone()];
      expect(await login(one, shows(other.phone))).toMatchObject(WRONG);
      expect(await login(one, other.recoveryCodes[0])).toMatchObject(WRONG);
      expect(await login(other, other.recoveryCodes[0])).toMatchObject({ status: 200 });
    });

    it('without a change of the record version', async () => {
      const person = await withPhone();
      const before = await owner.get(`/admins/${person.id}`);
      await login(person, shows(person.phone));
      const after = await owner.get(`/admins/${person.id}`);
      expect(after.body).toEqual({ ...before.body, lastSignInAt: server.clock.now() });
    });
  });

  describe('are replaced by recovery codes', () => {
    const kept = (person: Account) =>
      server.dataSource.getRepository(RecoveryCode).findBy({ adminId: person.id });

    it('each of which is right once', async () => {
      const person = await withPhone();
      for (const code of person.recoveryCodes.slice(0, 3)) {
        expect(await login(person, code)).toMatchObject({ status: 200 });
        expect(await login(person, code)).toMatchObject(WRONG);
      }
      const [typed] = person.recoveryCodes.slice(3);
      expect(await login(person, typed!.toLowerCase().replaceAll('-', ' '))).toMatchObject({ status: 200 });
      expect(await login(person, typed)).toMatchObject(WRONG);
      expect(await kept(person)).toHaveLength(6);
      expect(await login(person, shows(person.phone))).toMatchObject({ status: 200 });
    });

    it('one of which admits exactly one of many concurrent sign-ins', async () => {
      const person = await withPhone();
      const [code] = person.recoveryCodes;
      expect(winners(await Promise.all(Array.from({ length: 8 }, () => login(person, code))))).toBe(1);
      expect(await kept(person)).toHaveLength(9);
    });

    it('which become invalid when new codes are created', async () => {
      const person = await withPhone();
      const renew = (currentPassword: string) =>
        person.client.post<{ recoveryCodes: string[] }>('/auth/totp/recovery-codes', { currentPassword });
      expect(await renew('wrong')).toMatchObject({ status: 422 });
      expect(await login(person, person.recoveryCodes[0])).toMatchObject({ status: 200 });
      const { recoveryCodes } = (await renew(person.password)).body;
      expect(recoveryCodes).toHaveLength(10);
      expect(recoveryCodes.filter((code) => person.recoveryCodes.includes(code))).toEqual([]);
      expect(await login(person, person.recoveryCodes[1])).toMatchObject(WRONG);
      expect(await login(person, recoveryCodes[0])).toMatchObject({ status: 200 });
    });

    it('of which only the last set is valid if several are created concurrently', async () => {
      const person = await withPhone();
      const { client, password: currentPassword } = person;
      const answers = await Promise.all(
        Array.from({ length: 4 }, () =>
          client.post<{ recoveryCodes: string[] }>('/auth/totp/recovery-codes', { currentPassword }),
        ),
      );
      const rows = new Set((await kept(person)).map(({ codeHash }) => codeHash));
      expect(rows.size).toBe(10);
      const sets = answers.map(({ body }) =>
        body.recoveryCodes.map((code) => hashOf(code.replaceAll('-', ''))),
      );
      expect(sets).toContainEqual(expect.arrayContaining([...rows]));
    });

    it('which exist only with one-time passwords', async () => {
      const { client, password } = await hire(server, owner, 'viewer');
      const answer = await client.post('/auth/totp/recovery-codes', { currentPassword: password });
      expect(answer).toMatchObject({ status: 409 });
    });
  });

  describe('are turned off', () => {
    const isGone = async (person: PersonWithPhone) => {
      expect(await login(person)).toMatchObject({ status: 200, body: { totpEnabled: false } });
      const row = await server.dataSource.getRepository(Admin).findOneByOrFail({ id: person.id });
      expect(row).toMatchObject({ totpSecretSealed: null, totpEnabledAt: null, totpLastStep: null });
      expect(await server.dataSource.getRepository(RecoveryCode).countBy({ adminId: person.id })).toBe(0);
    };

    it('with the password, and can be turned on again', async () => {
      const person = await withPhone();
      const off = (currentPassword: string) => person.client.post('/auth/totp/off', { currentPassword });
      expect(await off('wrong')).toMatchObject({ status: 422 });
      expect(await login(person)).toMatchObject(MISSING);
      expect(await off(person.password)).toMatchObject({ status: 204 });
      await isGone(person);

      const phone = await enrol(person);
      expect(phone.secret.base32).not.toBe(person.phone.secret.base32);
      expect(await person.client.post('/auth/totp/confirm', { code: shows(phone) })).toMatchObject({
        status: 200,
      });
      server.clock.advance(10 * STEP_SEC);
      expect(await login(person, shows(person.phone))).toMatchObject(WRONG);
      expect(await login(person, person.recoveryCodes[0])).toMatchObject(WRONG);
      expect(await login(person, shows(phone))).toMatchObject({ status: 200 });
    });

    it('by an owner, for a lost phone', async () => {
      const person = await withPhone();
      expect(await owner.get(`/admins/${person.id}`)).toMatchObject({
        body: { totpEnabledAt: expect.any(Number) },
      });
      expect(await owner.post(`/admins/${person.id}/reset-totp`)).toMatchObject({
        status: 200,
        body: { totpEnabledAt: null },
      });
      await isGone(person);
    });

    it('by nothing else', async () => {
      const person = await withPhone();
      await editAdmin(owner, person, { name: 'Renamed', role: 'viewer', password: 'a password by an owner' });
      const renamed = { ...person, password: 'a password by an owner' };
      expect(await login(renamed)).toMatchObject(MISSING);
      expect(await login(renamed, shows(person.phone))).toMatchObject({ status: 200 });
      await expect(signedIn(server, renamed)).rejects.toThrow();
    });
  });
});

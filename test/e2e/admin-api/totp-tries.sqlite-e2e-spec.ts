import { describe, expect, it } from '@jest/globals';
import { AuditRecord } from '@app/database';
import { type AdminAnswer, AdminClient } from '../../support/admin-client.js';
import { editAdmin } from '../../support/admin-fixtures.js';
import { withFailingCommits } from '../../support/failing-commits.js';
import {
  hireWithPhone,
  MISSING,
  type PersonWithPhone,
  shownBy,
  tryToSignIn,
  WRONG,
  wrongCodeOf,
} from '../../support/phone.js';
import { TestServer } from '../../support/test-server.js';

/** Seconds until the limit of ten attempts in 15 minutes allows a further attempt. */
const PLACE_SEC = 90;

describe('one-time passwords with many tries', () => {
  const server = TestServer.forSuite({ TRUST_PROXY: 'loopback' });
  const owner = AdminClient.forSuite(server);

  let networks = 0;
  /** An address in an unused IPv6 network. */
  const newAddress = () => `2001:db8:${(++networks).toString(16)}::1`;
  const login = (person: PersonWithPhone, totp?: string, from = newAddress()) =>
    tryToSignIn(server, person, totp, from);
  const guess = (person: PersonWithPhone, from?: string) =>
    login(person, wrongCodeOf(person.phone, server), from);
  const right = ({ phone }: PersonWithPhone) => shownBy(phone, server);
  const withPhone = () => hireWithPhone(server, owner);
  const many = async (count: number, send: () => Promise<AdminAnswer>) => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(Array.from({ length: count }, send)))
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  /** Returns a person whose attempts are used up: further codes are refused without a check. */
  const closed = async () => {
    const person = await withPhone();
    expect(await many(10, () => guess(person))).toEqual({ 401: 10 });
    expect(await guess(person)).toMatchObject({ status: 429 });
    return person;
  };

  it('of one administrator are refused unchecked after ten wrong ones, from any number of networks', async () => {
    const person = await withPhone();
    for (let i = 0; i < 10; i++) expect(await guess(person)).toMatchObject(WRONG);
    for (const code of [wrongCodeOf(person.phone, server), right(person), person.recoveryCodes[0]]) {
      const answer = await login(person, code);
      expect(answer).toMatchObject({
        status: 429,
        body: { message: 'Too many failed attempts; try again in 2 minutes' },
      });
      expect(answer.headers.get('retry-after')).toBe(String(PLACE_SEC));
      expect(answer.headers.getSetCookie()).toEqual([]);
    }

    server.clock.advance(PLACE_SEC - 1);
    expect(await login(person, right(person))).toMatchObject({ status: 429 });
    server.clock.advance(1);
    // A request that got 429 does not count.
    expect(await guess(person)).toMatchObject(WRONG);
    expect(await guess(person)).toMatchObject({ status: 429 });
    server.clock.advance(PLACE_SEC);
    expect(await login(person, right(person))).toMatchObject({ status: 200 });
  });

  it('and recovery codes are counted together', async () => {
    const person = await withPhone();
    for (let i = 0; i < 5; i++) {
      expect(await guess(person)).toMatchObject(WRONG);
      expect(await login(person, `ABCD-EFGH-JKLM-NPQ${i + 2}`)).toMatchObject(WRONG);
    }
    expect(await login(person, person.recoveryCodes[0])).toMatchObject({ status: 429 });
    server.clock.advance(PLACE_SEC);
    // The code was not consumed.
    expect(await login(person, person.recoveryCodes[0])).toMatchObject({ status: 200 });
  });

  it('are checked only ten times if many arrive concurrently', async () => {
    const person = await withPhone();
    expect(await many(25, () => guess(person))).toEqual({ 401: 10, 429: 15 });
  });

  it('cannot be guessed, or suspended, without the password', async () => {
    const person = await withPhone();
    const stranger = { ...person, password: 'wrong password' };
    for (let i = 0; i < 12; i++) {
      expect(await login(stranger, right(person))).toMatchObject({
        status: 401,
        body: { message: 'Wrong email address or password' },
      });
    }
    expect(await login(person, right(person))).toMatchObject({ status: 200 });
    expect(await many(10, () => guess(person))).toEqual({ 401: 10 });
  });

  it('of a disabled administrator are not checked: the password reveals nothing', async () => {
    const person = await withPhone();
    await editAdmin(owner, person, { enabled: false });
    expect(await many(25, () => guess(person))).toEqual({ 401: 25 });
    await editAdmin(owner, person, { enabled: true });
    expect(await login(person, right(person))).toMatchObject({ status: 200 });
  });

  it('are not counted if missing, correct, or not processed by the server', async () => {
    const person = await withPhone();
    for (let i = 0; i < 12; i++) expect(await login(person)).toMatchObject(MISSING);
    for (const code of [right(person), ...person.recoveryCodes]) {
      expect(await login(person, code)).toMatchObject({ status: 200 });
    }
    await withFailingCommits(server.dataSource, async () => {
      for (let i = 0; i < 3; i++) expect(await many(10, () => guess(person))).toEqual({ 500: 10 });
    });
    expect(await many(11, () => guess(person))).toEqual({ 401: 10, 429: 1 });
  });

  it('do not affect the session, the address or other administrators', async () => {
    const person = await closed();
    const { client, password } = person;
    const from = newAddress();
    for (let i = 0; i < 12; i++) expect(await guess(person, from)).toMatchObject({ status: 429 });
    const other = await withPhone();
    expect(await login(other, right(other), from)).toMatchObject({ status: 200 });

    expect(await login(person)).toMatchObject(MISSING);
    const newPassword = 'a password that is not stolen';
    expect(await client.post('/auth/password', { currentPassword: password, newPassword })).toMatchObject({
      status: 204,
    });
    // The old password does not allow another attempt.
    expect(await guess(person)).toMatchObject({ body: { message: 'Wrong email address or password' } });
    server.clock.advance(PLACE_SEC);
    expect(await login({ ...person, password: newPassword }, right(person))).toMatchObject({ status: 200 });
  });

  it('are not required after an owner has turned them off', async () => {
    const person = await closed();
    expect(await owner.post(`/admins/${person.id}/reset-totp`)).toMatchObject({ status: 200 });
    expect(await login(person)).toMatchObject({ status: 200 });
  });

  it('count for the address as wrong passwords do', async () => {
    const [one, other] = [await withPhone(), await withPhone()];
    const from = newAddress();
    for (let i = 0; i < 5; i++) {
      expect(await guess(one, from)).toMatchObject(WRONG);
      // An address in the same IPv6 network counts as the same address.
      expect(await guess(other, from.replace('::1', `::${i}:1`))).toMatchObject(WRONG);
    }
    expect(await login(one, right(one), from)).toMatchObject({ status: 429 });
    expect(await login(one, right(one))).toMatchObject({ status: 200 });
  });

  it('are recorded as missing at most a hundred times an hour per address', async () => {
    const person = await withPhone();
    const from = newAddress();
    const noted = (action: string) =>
      server.dataSource.manager.countBy(AuditRecord, { action, recordId: String(person.id) });
    // An address may cause at most a tenth of the 1,000 records that are possible per hour and administrator.
    for (let i = 0; i < 11; i++)
      expect(await many(10, () => login(person, undefined, from))).toEqual({ 401: 10 });
    expect(await noted('totp_asked')).toBe(100);
    await login(person);
    expect(await noted('totp_asked')).toBe(101);
    server.clock.advance(3600);
    await login(person, undefined, from);
    expect(await noted('totp_asked')).toBe(102);
  });

  it('are not limited when LIMIT_WRONG_SIGN_INS is 0', async () => {
    const open = await TestServer.start({ TRUST_PROXY: 'loopback', LIMIT_WRONG_SIGN_INS: '0' });
    try {
      const person = await hireWithPhone(open, await AdminClient.owner(open));
      const code = wrongCodeOf(person.phone, open);
      expect(await many(12, () => tryToSignIn(open, person, code, newAddress()))).toEqual({ 401: 12 });
    } finally {
      await open.stop();
    }
  });
});

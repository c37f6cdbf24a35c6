import { expect } from '@jest/globals';
import { type TOTP, URI } from 'otpauth';
import type { AdminAnswer, AdminClient } from './admin-client.js';
import { type Account, hire, signInAs } from './admin-fixtures.js';
import type { TestServer } from './test-server.js';

export const STEP_SEC = 30;
/** Responses to a sign-in with the correct password: without a code, and with a wrong code. */
export const MISSING = { status: 401, body: { errors: { totp: 'is required' } } };
export const WRONG = { status: 401, body: { errors: { totp: 'is wrong or has already been used' } } };

export interface PersonWithPhone extends Account {
  client: AdminClient;
  phone: TOTP;
  recoveryCodes: string[];
}

/** Enrols a phone for an administrator. */
export async function enrol({ client, password }: Account & { client: AdminClient }): Promise<TOTP> {
  const { status, body } = await client.post('/auth/totp', { currentPassword: password });
  expect(status).toBe(200);
  const phone = URI.parse(String(body.uri)) as TOTP;
  expect(phone.secret.base32).toBe(body.key);
  return phone;
}

/** Returns the code that a phone shows, some steps from now. */
export function shownBy(phone: TOTP, { clock }: TestServer, steps = 0): string {
  return phone.generate({ timestamp: clock.now() + steps * STEP_SEC * 1000 });
}

/** Returns a code that the phone does not show now, or shortly before or after. */
export function wrongCodeOf(phone: TOTP, server: TestServer): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => shownBy(phone, server, steps)));
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code))!;
}

/** Creates an administrator with one-time passwords who has not used a code in the last minutes. */
export async function hireWithPhone(server: TestServer, owner: AdminClient): Promise<PersonWithPhone> {
  const person = await hire(server, owner, 'manager');
  const phone = await enrol(person);
  const { body } = await person.client.post('/auth/totp/confirm', { code: shownBy(phone, server) });
  server.clock.advance(10 * STEP_SEC);
  return { ...person, phone, recoveryCodes: body.recoveryCodes as string[] };
}

/** Tries to sign in through a trusted proxy. */
export function tryToSignIn(
  { url }: { url: string },
  person: Pick<Account, 'email' | 'password'>,
  totp: string | undefined,
  from: string,
): Promise<AdminAnswer> {
  return signInAs(url, { ...person, totp }, { 'x-forwarded-for': from });
}

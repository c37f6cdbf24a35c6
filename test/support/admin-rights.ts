import { expect } from '@jest/globals';
import type { Role } from '@app/database';
import { AdminClient } from './admin-client.js';

const PASSWORD = 'another battery staple';
let count = 0;

/** Returns a client signed in as a new administrator with exactly these applications. */
export async function otherAdmin(
  owner: AdminClient,
  role: Role,
  applicationIds: number[] = [],
): Promise<AdminClient> {
  const email = `${role}-${++count}@example.com`;
  await owner.create('/admins', { email, name: `The ${role}`, password: PASSWORD, role, applicationIds });
  const client = new AdminClient(owner.url);
  expect(await client.signIn(email, PASSWORD)).toMatchObject({ status: 200 });
  return client;
}

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

/**
 * Expects that a manager without applications can neither see nor change a record, and that an operator of its
 * application can only read it.
 * @param fields the body to create another record
 * @param edit the body to change it
 */
export async function expectGuarded(
  owner: AdminClient,
  resource: string,
  { id, applicationId }: { id: number; applicationId: number },
  fields: object,
  edit: object,
): Promise<void> {
  const path = `${resource}/${id}`;
  const before = await owner.get(path);
  const stranger = await otherAdmin(owner, 'manager');
  expect((await stranger.list(resource)).body).toEqual([]);
  expect((await stranger.list(resource, { filter: { applicationId } })).body).toEqual([]);
  expect(await stranger.get(path)).toMatchObject({ status: 404 });
  expect(await stranger.patch(path, { ...edit, rowVersion: 1 })).toMatchObject({ status: 404 });
  expect(await stranger.delete(path)).toMatchObject({ status: 404 });
  expect(await stranger.post(resource, { ...fields, applicationId })).toMatchObject({
    status: 422,
    body: { errors: { applicationId: 'is not one of your applications' } },
  });

  const operator = await otherAdmin(owner, 'operator', [applicationId]);
  expect(await operator.get(path)).toMatchObject({ status: 200, body: before.body });
  expect((await operator.list<{ id: number }>(resource)).body.map((row) => row.id)).toContain(id);
  expect(await operator.post(resource, { ...fields, applicationId })).toMatchObject({ status: 403 });
  expect(await operator.patch(path, { ...edit, rowVersion: 1 })).toMatchObject({ status: 403 });
  expect(await operator.delete(path)).toMatchObject({ status: 403 });
  expect(await owner.get(path)).toMatchObject({ body: before.body });
}

import { expect } from '@jest/globals';
import { createHash } from 'node:crypto';
import { In } from 'typeorm';
import { CardJob, NotifierMessage, Payment, Refusal, type Role } from '@app/database';
import { newMessage } from '@app/events';
import { HeartbeatSaver } from '@app/licensing';
import { AdminClient } from './admin-client.js';
import { eventually } from './server-process.js';
import { snapshotTables } from './table-snapshot.js';
import type { TestServer } from './test-server.js';
import { UserApplication } from './user-application.js';

export const DAY_SEC = 86_400;

/** An administrator who can sign in. */
export interface Account {
  id: number;
  email: string;
  password: string;
}

let count = 0;

/** Creates an administrator with exactly these applications. */
export async function newAccount(
  owner: AdminClient,
  role: Role,
  applicationIds: number[] = [],
): Promise<Account> {
  const number = ++count;
  const email = `${role}.${number}@example.com`;
  const password = `the password of ${number}`;
  const fields = { email, password, name: `Number ${number}`, role, applicationIds };
  const { id } = await owner.create('/admins', fields);
  return { id, email, password };
}

/** An address that no administrator has. */
export const NOBODY = 'nobody@example.com';

/** The body of a sign-in, valid or not. */
export interface SignInBody {
  email?: unknown;
  password?: unknown;
  totp?: unknown;
}

/** Sends a sign-in without a cookie, which may be refused. */
export function signInAs(
  url: string,
  { email, password, totp }: SignInBody,
  headers: Record<string, string> = {},
) {
  return new AdminClient(url).request('POST', '/auth/login', { email, password, totp }, headers);
}

/** Opens another session of an administrator; fails when the server refuses. */
export async function signedIn({ url }: { url: string }, { email, password }: Account): Promise<AdminClient> {
  const client = new AdminClient(url);
  expect(await client.signIn(email, password)).toMatchObject({ status: 200 });
  return client;
}

/** Creates an administrator and signs them in. */
export async function hire(
  server: TestServer,
  owner: AdminClient,
  role: Role,
  applicationIds: number[] = [],
): Promise<Account & { client: AdminClient }> {
  const account = await newAccount(owner, role, applicationIds);
  return { ...account, client: await signedIn(server, account) };
}

/** Returns a client signed in as a new administrator with exactly these applications. */
export async function otherAdmin(
  owner: AdminClient,
  role: Role,
  applicationIds: number[] = [],
): Promise<AdminClient> {
  return signedIn(owner, await newAccount(owner, role, applicationIds));
}

/** Edits an administrator; fails when the server refuses. */
export async function editAdmin(
  owner: AdminClient,
  { id }: Pick<Account, 'id'>,
  fields: object,
): Promise<void> {
  expect(await owner.edit(`/admins/${id}`, fields)).toMatchObject({ status: 200 });
}

export interface NewToken {
  id: number;
  token: string;
  hint: string;
}

/** Creates an API token for the signed-in administrator. */
export function newToken(client: AdminClient, fields: object = {}): Promise<NewToken> {
  return client.create<NewToken>('/api-tokens', { name: 'For tests', role: 'viewer', ...fields });
}

/** Returns the hash that the server stores for tokens and recovery codes. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Advances the clock by days and keeps the administrator's session active. */
export async function stayActive(server: TestServer, client: AdminClient, days: number): Promise<void> {
  for (let hours = 0; hours < days * 24; hours += 8) {
    server.clock.advance(8 * 3600);
    expect(await client.get('/auth/me')).toMatchObject({ status: 200 });
    // The server answers before it has recorded the use.
    await eventually(async () => {
      const { body } = await client.get<{ current: boolean; lastSeenAt: number }[]>('/auth/sessions');
      return body.some((own) => own.current && own.lastSeenAt === server.clock.now()) || undefined;
    });
  }
}

/** An application with one record of each kind; `ids` has their ids by the resource names in paths. */
export interface World {
  app: UserApplication;
  applicationId: number;
  ids: Record<string, number>;
}

async function importCards(owner: AdminClient, applicationId: number, cardTypeId: number) {
  const path = `/card-jobs/import?applicationId=${applicationId}&cardTypeId=${cardTypeId}`;
  const job = await owner.request<{ id: number }>('POST', path, 'C4', { 'content-type': 'text/plain' });
  expect(job).toMatchObject({ status: 201 });
  return job.body;
}

/** Waits until no card job or unsaved heartbeat can change a row, then returns every row of every table. */
export async function settledTables(server: TestServer): Promise<Record<string, unknown[]>> {
  const { dataSource } = server;
  await eventually(async () => {
    const open = await dataSource.getRepository(CardJob).countBy({ status: In(['queued', 'running']) });
    return open === 0 || undefined;
  });
  await server.get(HeartbeatSaver).save();
  return snapshotTables(dataSource);
}

/** Sends a request and expects every row of every table to be unchanged. */
export async function unchanged<T>(server: TestServer, send: () => Promise<T>): Promise<T> {
  const before = await settledTables(server);
  const answer = await send();
  expect(await settledTables(server)).toEqual(before);
  return answer;
}

/** @param owner an owner's session, which becomes `ids['auth/sessions']` */
export async function createWorld(server: TestServer, owner: AdminClient): Promise<World> {
  const app = await UserApplication.withAlice(server, {
    cards: ['C1', 'C2', 'C3'],
    settings: { trial: 'once' },
  });
  // Without its first heartbeat, the session of a trial ends after a minute.
  for (const call of ['login', 'heartbeat']) {
    const answer = await app.ofCards.client.post(`/trial/${call}`, { device_id: 'D7' });
    expect(answer).toMatchObject({ code: 0 });
  }
  await app.ofCards.open('D2', 'C2');
  // Actions on C2 and alice do not affect this session.
  await app.ofCards.open('D3', 'C3');
  const [application] = (
    await owner.list<{ id: number }>('/applications', { filter: { name: app.ofCards.name } })
  ).body;
  const applicationId = application!.id;

  const first = async (resource: string, filter: object = {}) => {
    const { body } = await owner.list<{ id: number }>(`/${resource}`, {
      filter: { applicationId, ...filter },
    });
    return body[0]!.id;
  };
  const made = async (resource: string, fields: object) =>
    (await owner.create(`/${resource}`, { applicationId, ...fields })).id;
  const sessions = await owner.get<{ id: number; current: boolean }[]>('/auth/sessions');

  const ids: Record<string, number> = {
    applications: applicationId,
    'card-types': await first('card-types'),
    cards: await first('cards', { card: 'C2' }),
    users: await first('users'),
    sessions: await first('sessions', { holderKind: 'card' }),
    devices: await first('devices'),
    trials: await first('trials'),
    variables: await made('variables', { key: 'motd', value: 'Hello' }),
    data: await made('data', { key: 'level', value: '1' }),
    functions: await made('functions', { name: 'one', source: 'function one() { return 1; }' }),
    versions: await made('versions', { version: '1.0.0', url: 'https://example.com/1' }),
    channels: await made('channels', {
      name: 'Shop',
      products: [
        {
          cardTypeId: await first('card-types'),
          name: 'Month',
          price: 3000,
          currency: 'CNY',
          mode: 'make',
        },
      ],
    }),
    orders: await made('orders', {
      requestKey: 'by hand',
      cardTypeId: await first('card-types'),
      quantity: 1,
      amount: 3000,
      currency: 'CNY',
    }),
    blocks: await made('blocks', { kind: 'device', pattern: 'D9', reason: 'for a test' }),
    ...(await madeWebhook(owner)),
    ...(await madeNotifier(server, owner)),
    'audit-log': await first('audit-log'),
    'card-jobs': (await importCards(owner, applicationId, await first('card-types'))).id,
    admins: (await newAccount(owner, 'viewer', [applicationId])).id,
    'api-tokens': (await newToken(owner)).id,
    'auth/sessions': sessions.body.find(({ current }) => current)!.id,
  };
  ids['refusals'] = await addRefusal(server, applicationId);
  ids['payments'] = await addPayment(server, applicationId, ids['channels']!);
  return { app, applicationId, ids };
}

async function addRefusal(server: TestServer, applicationId: number): Promise<number> {
  const { identifiers } = await server.dataSource.manager.insert(Refusal, {
    applicationId,
    at: server.clock.now(),
    endpoint: 'card/login',
    code: 10218,
    name: 'NONE',
    deviceId: 'D8',
    ip: '192.0.2.1',
    version: '1.0.0',
  });
  return Number(identifiers[0]!['id']);
}

/** Adds a payment whose product is unknown. */
async function addPayment(server: TestServer, applicationId: number, channelId: number): Promise<number> {
  const { manager } = server.dataSource;
  const { id } = await manager.save(Payment, {
    applicationId,
    channelId,
    externalNo: 'pi_1',
    products: ['plink_1'],
    quantity: 1,
    amount: 3000,
    currency: 'USD',
    contact: 'buyer@example.com',
    status: 'failed' as const,
    fault: 'unknown_card_type',
    createdAt: server.clock.now(),
    updatedAt: server.clock.now(),
  });
  return id;
}

/** Creates a disabled webhook with a delivery. No attempt to deliver changes the database between two requests. */
async function madeWebhook(owner: AdminClient): Promise<Record<string, number>> {
  const values = { name: 'Shop', url: 'https://hooks.invalid/', types: ['backup.failed'] };
  const { id } = await owner.create('/webhooks', values);
  const { body } = await owner.post<{ id: number }>(`/webhooks/${id}/test`);
  expect(await owner.edit(`/webhooks/${id}`, { enabled: false })).toMatchObject({ status: 200 });
  return { webhooks: id, 'webhook-deliveries': body.id };
}

/** Creates a disabled notifier with a message. */
async function madeNotifier(server: TestServer, owner: AdminClient): Promise<Record<string, number>> {
  const values = { name: 'Phone', kind: 'bark', token: 'device-key', address: 'https://bark.invalid/' };
  const { id } = await owner.create('/notifiers', { ...values, enabled: false });
  const { manager } = server.dataSource;
  const message = newMessage(id, { digestDay: '2026-01-14' }, server.clock.now());
  const { identifiers } = await manager.insert(NotifierMessage, message);
  return { notifiers: id, 'notifier-messages': Number(identifiers[0]!['id']) };
}

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import {
  applyByCommand,
  clientOf,
  eventually,
  latchkey,
  ServerProcess,
} from '../../support/server-process.js';
import { describeGroup, login, ServerGroup } from '../../support/server-group.js';
import { createNotifier } from '../../support/notifier-messages.js';
import { createMigratedDatabase } from '../../support/test-database.js';
import { createWebhook, verify, WebhookReceiver } from '../../support/webhook-receiver.js';

const CARDS = Array.from({ length: 30 }, (_, i) => `C${i}`);
const FILE = {
  card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 } }],
  cards: CARDS.map((card) => ({ card, card_type: 'T' })),
};
const SETTINGS = { OUTGOING_ALLOW: '127.0.0.1' };

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.stop());

const cards = () => receiver.events.map(({ data }) => String(data.card));
const ids = () => new Set(receiver.events.map(({ id }) => id));
const arrived = (count: number) => eventually(async () => ids().size >= count || undefined);

describeGroup('two processes on one database', () => {
  it('deliver each event once, one at a time, also when one of them is killed', async () => {
    const group = await ServerGroup.start(0, FILE);
    try {
      await Promise.all([group.add(SETTINGS), group.add(SETTINGS)]);
      const [admin] = await group.owners();
      await createWebhook(admin!, receiver, { types: ['card.activated'] });
      const [here, there] = group.clients;
      await Promise.all(CARDS.slice(0, 20).map((card, i) => login(i % 2 ? here! : there!, card)));
      await arrived(20);
      expect(cards().toSorted()).toEqual(CARDS.slice(0, 20).toSorted());
      expect(receiver.most).toBe(1);

      // The process that is delivering dies during a request.
      receiver.next.push(() => undefined);
      await login(here!, 'C20');
      await arrived(21);
      await group.servers[0]!.kill();
      receiver.next.push(() => undefined);
      await login(there!, 'C21');
      await eventually(
        async () =>
          cards().includes('C21') || cards().filter((card) => card === 'C20').length > 1 || undefined,
      );
      await group.servers[1]!.kill();
      await group.add(SETTINGS);
      await eventually(async () => cards().includes('C21') || undefined);
      expect(ids().size).toBe(22);
      expect(receiver.most).toBe(1);
    } finally {
      await group.stop();
    }
  });

  it('send each message of a notifier once, one at a time', async () => {
    const group = await ServerGroup.start(0, FILE);
    try {
      await Promise.all([group.add(SETTINGS), group.add(SETTINGS)]);
      const [admin] = await group.owners();
      receiver.answer = (_, response) => void response.end('{"code":200}');
      const { origin } = new URL(receiver.url);
      await createNotifier(admin!, origin, { types: ['card.activated'], revealCards: true });
      const [here, there] = group.clients;
      await Promise.all(CARDS.slice(0, 15).map((card, i) => login(i % 2 ? here! : there!, card)));
      const told = () => receiver.requests.map(({ body }) => /Card: (C\d+)/.exec(body)?.[1]);
      await eventually(async () => new Set(told()).size >= 15 || undefined);
      // Messages are sent in order: once this later message has arrived, none of the earlier ones is sent again.
      await login(here!, 'C15');
      await eventually(async () => told().includes('C15') || undefined);
      expect(told()).toHaveLength(16);
      expect(new Set(told())).toEqual(new Set(CARDS.slice(0, 16)));
      expect(receiver.most).toBe(1);
    } finally {
      await group.stop();
    }
  });
});

describe('latchkey backup', () => {
  it('tells webhooks when it fails', async () => {
    const database = await createMigratedDatabase();
    const environment = { ...database.environment, ...SETTINGS };
    const server = await ServerProcess.start(environment);
    try {
      const admin = await AdminClient.owner(server);
      await createWebhook(admin, receiver, { types: ['backup.failed'] });
      const { code } = await latchkey(environment, ['backup', '/no/such/folder/backup']);
      expect(code).not.toBe(0);
      await arrived(1);
      const [event] = receiver.events;
      expect(event).toMatchObject({ type: 'backup.failed', application: null });
      expect(event!.data.reason).toContain('/no/such/folder');
    } finally {
      await server.kill();
      await database.drop();
    }
  });
});

describe('a process that is killed', () => {
  it('delivers after its restart what was committed, with the same id', async () => {
    const database = await createMigratedDatabase();
    const environment = { ...database.environment, ...SETTINGS };
    const application = await applyByCommand(environment, FILE);
    const start = async () => {
      const server = await ServerProcess.start(environment);
      return { server, client: clientOf(server, application) };
    };
    let { server, client } = await start();
    try {
      const admin = await AdminClient.owner(server);
      const { secret } = await createWebhook(admin, receiver, { types: ['card.activated'] });

      // The process is killed after the commit, before or during the first attempt.
      receiver.answer = () => undefined;
      await login(client, 'C0');
      await server.kill();
      ({ server, client } = await start());
      await arrived(1);

      // The process is killed after the receiver got the request and before it answers.
      await server.kill();
      receiver.answer = (_, response) => void response.end();
      const before = receiver.requests.length;
      ({ server, client } = await start());
      await eventually(async () => receiver.requests.length > before || undefined);
      expect(new Set(cards())).toEqual(new Set(['C0']));
      expect(ids().size).toBe(1);
      for (const request of receiver.requests) verify(secret, request);
      await login(client, 'C1');
      await arrived(2);
      expect(cards().at(-1)).toBe('C1');
    } finally {
      await server.kill();
      await database.drop();
    }
  });
});

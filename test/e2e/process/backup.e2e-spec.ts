import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type DataSource, IsNull } from 'typeorm';
import { Card, CardType, Device, Session } from '@app/database';
import { applyHere } from '../../support/apply-here.js';
import { LedgerClient, SPARE_SEC } from '../../support/ledger-client.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import {
  clientOf,
  eventually,
  type Finished,
  latchkey,
  ServerProcess,
} from '../../support/server-process.js';
import { SteadyLoad } from '../../support/steady-load.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

const CLIENTS = 12;
const SPARES = 30;
/** Number of cards between the customers' cards and their recharge cards, so that reading takes some time. */
const FILLERS = 16_000;
const KEY = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };

const CARDS = Array.from({ length: CLIENTS }, (_, i) => `C${i}`);
const sparesOf = (card: string) => Array.from({ length: SPARES }, (_, i) => `${card}-${i}`);
const TYPE = {
  name: 'T',
  duration: { unit: 'days', amount: SPARE_SEC / 86_400 },
  max_sessions: 1,
  max_devices: 0,
};
const APPLICATION = { multi_open_policy: 'kick_oldest', card_types: [TYPE] };
const ofType = (cards: string[]) => ({ cards: cards.map((card) => ({ card, card_type: 'T' })) });

/** Changes confirmed to clients. */
interface Acknowledged {
  card: string;
  spent: string[];
  devices: string[];
  tokens: string[];
}

describe('latchkey backup, while clients log in, recharge and unbind,', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let server: ServerProcess;
  let application: Awaited<ReturnType<typeof applyHere>>;
  let clients: LedgerClient[];
  let before: Acknowledged[];
  let restored: DataSource;
  let path: string;
  let backup: Finished;
  let restore: Finished;
  let rechargesMeanwhile: number;

  const run = (database: TestDatabase, ...args: string[]) =>
    latchkey({ ...database.environment, ...KEY }, args);
  const start = async (database: TestDatabase) => {
    server = await ServerProcess.start({ ...database.environment, ...KEY });
  };
  const acknowledged = ({ holder, spent, devices, token, ended }: LedgerClient): Acknowledged => ({
    card: holder.name,
    spent: [...spent.keys()].filter((card) => spent.get(card) === 'sure'),
    devices: [...devices.keys()],
    tokens: [...ended, ...(token === undefined ? [] : [token])],
  });

  beforeAll(async () => {
    [source, target] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    path = join(source.environment.DATA_DIR, 'backup.jsonl.gz');
    const environment = { ...source.environment, ...KEY };
    application = await applyHere(environment, { ...APPLICATION, ...ofType(CARDS) });
    await fillUp(source);
    await applyHere(environment, ofType(CARDS.flatMap(sparesOf)));

    await start(source);
    const load = new SteadyLoad(clientOf(server, application));
    clients = CARDS.map((name) => new LedgerClient({ kind: 'card', name, spares: sparesOf(name) }, load));
    load.start(
      clients.map((client) => () => client.cycle()),
      0,
    );
    const hasSpent = ({ spent }: LedgerClient) => [...spent.values()].includes('sure');
    await eventually(async () => clients.every(hasSpent) || undefined);
    const recharges = () => load.accepted.filter(({ path }) => path.endsWith('recharge')).length;
    before = clients.map(acknowledged);
    const rechargesBefore = recharges();
    backup = await run(source, 'backup', path);
    rechargesMeanwhile = recharges() - rechargesBefore;
    await load.stop();
    await server.stop();
    expect(load.surprises).toEqual([]);
    expect(load.failed).toEqual([]);

    restore = await run(target, 'restore', path);
    restored = await openTestDataSource(target.environment);
    await start(target);
  });
  afterAll(async () => {
    await server?.kill();
    await restored?.destroy();
    await source?.drop();
    await target?.drop();
  });

  it('writes a file that only its owner can read, and nothing else', () => {
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(backup.stdout).toMatch(/holds \d+ rows as of \S+Z\.\nRestoring it requires the encryption key/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path)).filter((name) => name.includes('.part'))).toEqual([]);
    expect(rechargesMeanwhile).toBeGreaterThan(0);
  });

  it('contains every change acknowledged before it began', async () => {
    expect(restore).toMatchObject({ code: 0, stderr: '' });
    expect(before.flatMap(({ spent }) => spent).length).toBeGreaterThanOrEqual(CLIENTS);
    for (const { card, spent, devices, tokens } of before) {
      const { id } = await rowOf(card);
      for (const name of spent) {
        expect(await rowOf(name)).toMatchObject({
          status: 'consumed',
          consumedByKind: 'card',
          consumedById: id,
        });
      }
      const bound = await restored.manager.findBy(Device, { holderKind: 'card', holderId: id });
      // Other devices may have been unbound before the snapshot.
      const lasting = devices.filter((device) => clientOfCard(card).devices.has(device));
      expect(bound.map(({ deviceId }) => deviceId)).toEqual(expect.arrayContaining(lasting));
      expect(await restored.manager.countBy(Session, { holderId: id })).toBeGreaterThanOrEqual(tokens.length);
    }
  });

  it('has no partial changes', async () => {
    expect(await restored.manager.countBy(Card, {})).toBe(FILLERS + CLIENTS * (1 + SPARES));
    for (const { holder, expiresTs } of clients) {
      const { id, expiresAt } = await rowOf(holder.name);
      const spent = await restored.manager.countBy(Card, { consumedByKind: 'card', consumedById: id });
      expect({ card: holder.name, expires: Math.floor(expiresAt! / 1000) }).toEqual({
        card: holder.name,
        expires: expiresTs + spent * SPARE_SEC,
      });
      const sessions = await restored.manager.find(Session, {
        where: { holderId: id },
        order: { id: 'ASC' },
      });
      expect(sessions.slice(0, -1).filter(({ endReason }) => endReason === 'restored')).toEqual([]);
    }
    for (const entity of [Device, Session]) {
      const orphans = await restored.manager
        .createQueryBuilder(entity, 'row')
        .leftJoin(Card, 'card', 'card.id = row.holderId')
        .where('card.id IS NULL')
        .getCount();
      expect(orphans).toBe(0);
    }
  });

  it('ends every session, and clients log in again', async () => {
    expect(await restored.manager.countBy(Session, { endedAt: IsNull() })).toBe(0);
    const client = clientOf(server, application);
    const { card, spent, tokens } = before[0]!;
    for (const token of tokens) {
      expect(await client.post('/card/heartbeat', { card, token })).toMatchObject({ code: 10214 });
    }
    const login = await client.post('/card/login', { card, device_id: 'new' });
    expect(login).toMatchObject({ code: 0 });
    const token = String(login.result!.token);
    expect(await client.post('/card/heartbeat', { card, token })).toMatchObject({ code: 0 });
    expect(await client.post('/card/recharge', { card, use_card: spent[0]! })).toMatchObject({ code: 10241 });
  });

  it('reports refusals without a stack', async () => {
    const { environment } = source;
    const finished = await Promise.all([
      run(source, 'backup', path),
      run(target, 'restore', path),
      latchkey(environment, ['restore', '--check', path]),
      run(source, 'restore', '--check', path),
    ]);
    const words = [
      `There is a file ${path} already`,
      'A server is running on this database. Stop it first.',
      'No encryption key was found: neither ENCRYPTION_KEY nor',
    ];
    for (const [index, { code, stdout, stderr }] of finished.slice(0, -1).entries()) {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toContain(words[index]);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    expect(finished.at(-1)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is intact and matches the encryption key'),
    });
  });

  function clientOfCard(card: string): LedgerClient {
    return clients.find(({ holder }) => holder.name === card)!;
  }

  function rowOf(card: string): Promise<Card> {
    return restored.manager.findOneByOrFail(Card, { card });
  }
});

async function fillUp({ environment }: TestDatabase): Promise<void> {
  const dataSource = await openTestDataSource(environment);
  const [type] = await dataSource.manager.find(CardType);
  const { id: cardTypeId, applicationId, durationUnit, durationAmount, maxSessions, maxDevices } = type!;
  const terms = { cardTypeId, applicationId, durationUnit, durationAmount, maxSessions, maxDevices };
  const none = { unbindsUsed: 0, unbindFailures: 0, createdAt: 0, updatedAt: 0 };
  const row = { ...terms, ...none, status: 'unused' as const, frozen: false };
  for (let from = 0; from < FILLERS; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ ...row, card: `filler-${from + i}` }));
    await dataSource.createQueryBuilder().insert().into(Card).values(rows).updateEntity(false).execute();
  }
  await dataSource.destroy();
}

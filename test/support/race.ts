import { expect } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { Card, inTransaction, rowLock, Session } from '@app/database';
import type { CardApplication } from './card-application.js';
import { passwordsDone } from './password-work.js';
import { eventually } from './server-process.js';
import type { Answer } from './signed-client.js';
import { ENGINE } from './test-database.js';
import type { TestServer } from './test-server.js';

/** InnoDB refreshes its lists of locks only after 100 ms without a query for them. */
const LOCK_TABLE_REFRESH_MS = 150;

/** Number of racing requests. */
export const MANY = 20;

/** Returns names for the racing requests: the letter with a number from 0. */
export function numbered(letter: string): string[] {
  return Array.from({ length: MANY }, (_, i) => `${letter}${i}`);
}

/** Sends `MANY` copies of a request concurrently. */
export function many(send: () => Promise<Answer>): Promise<Answer>[] {
  return Array.from({ length: MANY }, send);
}

/** Counts answers by code; fails on a server error. */
export async function codes(
  requests: Promise<Answer>[] | Promise<Answer[]>,
): Promise<Record<number, number>> {
  const answers = await (Array.isArray(requests) ? Promise.all(requests) : requests);
  const counts: Record<number, number> = {};
  for (const { status, code } of answers) {
    expect([200, 429]).toContain(status);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

/**
 * Sends requests that are refused without the database. When they are answered, the server has started the earlier
 * requests.
 */
export async function allHaveCome({ client }: CardApplication): Promise<void> {
  for (let i = 0; i < 5; i++) await client.post('/card/heartbeat');
}

/**
 * Sends requests while a card and its sessions are locked in the database. When the lock is released, all requests have
 * reached it.
 * @param meanwhile changes the card while the requests wait
 */
export async function heldUp(
  app: CardApplication,
  send: () => Promise<Answer>[],
  card = 'C1',
  meanwhile: (manager: EntityManager, id: number) => Promise<unknown> = async () => undefined,
): Promise<Answer[]> {
  const { id } = await app.row(card);
  const held = await inTransaction(app.server.dataSource, async (manager) => {
    await manager.find(Card, { where: { id }, ...rowLock(manager) });
    await manager.find(Session, { where: { holderKind: 'card', holderId: id }, ...rowLock(manager) });
    const requests = send();
    await allHaveCome(app);
    await passwordsDone(app.server);
    await meanwhile(manager, id);
    return { requests };
  });
  return Promise.all(held.requests);
}

/** Returns the tokens of successful logins. */
export function tokensOf(answers: Answer[]): string[] {
  return answers.filter(({ code }) => code === 0).map(({ result }) => String(result!.token));
}

/** Counts the tokens that are alive. */
export async function countLiving(app: CardApplication, tokens: string[]): Promise<number> {
  const lives = await Promise.all(tokens.map((token) => app.lives(token)));
  return lives.filter(Boolean).length;
}

/** Counts a card's sessions that are open in the database. */
export async function countOpen(app: CardApplication, card = 'C1'): Promise<number> {
  return (await app.sessions(card)).filter(({ endedAt }) => endedAt === null).length;
}

/**
 * Starts `work` while a transaction is open that has made `change`. The transaction is committed when the work waits for
 * a row that the transaction has locked (on SQLite: for its turn).
 */
export async function duringTransaction<T>(
  { dataSource }: TestServer,
  change: (manager: EntityManager) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const { promise: changed, resolve: hasChanged } = Promise.withResolvers<void>();
  const { promise: waits, resolve: commit } = Promise.withResolvers<void>();
  const transaction = inTransaction(dataSource, async (manager) => {
    await change(manager);
    hasChanged();
    await waits;
  });
  await Promise.race([changed, transaction]);
  const started = work();
  try {
    await untilRowIsAwaited(dataSource);
  } finally {
    commit();
    await transaction;
  }
  return started;
}

/** Waits until a transaction waits for a row that another one has locked. On SQLite it does not wait. */
export async function untilRowIsAwaited(dataSource: DataSource): Promise<void> {
  if (ENGINE === 'mysql') await eventually(() => someoneWaitsForLock(dataSource), LOCK_TABLE_REFRESH_MS);
}

async function someoneWaitsForLock(dataSource: DataSource): Promise<true | undefined> {
  const sql = `SELECT 1 FROM information_schema.innodb_trx JOIN information_schema.processlist
    ON processlist.id = trx_mysql_thread_id WHERE trx_state = 'LOCK WAIT' AND processlist.db = DATABASE()`;
  return (await dataSource.query(sql)).length > 0 || undefined;
}

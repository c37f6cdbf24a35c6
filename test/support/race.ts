import { expect } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { Card, inTransaction, rowLock, Session } from '@app/database';
import type { CardApplication } from './card-application.js';
import { passwordsDone } from './password-work.js';
import type { Answer } from './signed-client.js';

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
    // These requests are refused without the database. When they are answered, the server has started the earlier
    // requests.
    for (let i = 0; i < 5; i++) await app.client.post('/card/heartbeat');
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

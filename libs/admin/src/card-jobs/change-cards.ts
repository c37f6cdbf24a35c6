import { type EntityManager, In, IsNull } from 'typeorm';
import { Application, Card, Device, type DurationUnit, rowLock, Session } from '@app/database';
import { CARD, endSessions } from '@app/licensing';
import { addTime } from '../holders/add-time.js';
import { deleteBelongings } from '../holders/holder-actions.js';
import type { BulkAction } from './card-job.dto.js';
import { cardsAtATime } from './insert-cards.js';
import type { CardJobRun, CardJobWork } from './job-work.js';
import { type SkipReason, skipReason } from './skip-reason.js';

/** What is done to cards. */
export interface Change {
  readonly action: BulkAction;
  /** Of `add_time`. */
  readonly unit?: Exclude<DurationUnit, 'permanent'> | undefined;
  readonly amount?: number | undefined;
  /** Of `note`. */
  readonly note?: string | null | undefined;
}

const SEEN = {
  id: true,
  status: true,
  frozen: true,
  activatedAt: true,
  expiresAt: true,
  note: true,
} as const;

/**
 * Changes cards of an application, passing over those that the change means nothing to.
 * @param ids in ascending order, so that no two who lock several cards wait for each other
 * @param missing cards that were asked for and are not the application's
 */
export function changeCards(
  applicationId: number,
  change: Change,
  ids: readonly number[],
  missing: number,
): CardJobWork {
  return async (run) => {
    const { manager } = run;
    const application = await manager.findOneByOrFail(Application, { id: applicationId });
    const skipped = new Map<SkipReason | 'missing', number>();
    const skip = (reason: SkipReason | 'missing', count = 1) => {
      if (count > 0) skipped.set(reason, (skipped.get(reason) ?? 0) + count);
    };
    skip('missing', missing);
    const online: number[] = [];
    let changed = 0;

    const atATime = cardsAtATime(manager);
    for (let start = 0; start < ids.length; start += atATime) {
      const part = ids.slice(start, start + atATime);
      const where = { id: In(part) };
      const order = { id: 'ASC' } as const;
      const found = await manager.find(Card, { select: SEEN, where, order, ...rowLock(manager) });
      skip('missing', part.length - found.length);
      const cards = found.filter((card) => {
        const reason = skipReason(change.action, card, change.note);
        if (reason) skip(reason);
        return reason === undefined;
      });
      if (cards.length > 0) online.push(...(await changePart(run, application, change, cards)));
      changed += cards.length;
      await run.advance(part.length);
    }
    return { result: { changed, skipped: Object.fromEntries(skipped) }, online };
  };
}

/** @returns those of the cards whose open sessions are concerned */
async function changePart(
  { manager, now }: CardJobRun,
  { id: applicationId, timeZone }: Application,
  { action, unit, amount, note }: Change,
  cards: readonly Card[],
): Promise<number[]> {
  const ids = cards.map(({ id }) => id);
  const update = (changes: Partial<Card>) =>
    manager.update(Card, { id: In(ids) }, { ...changes, updatedAt: now });
  const open = action === 'note' ? [] : await findOpenSessions(manager, ids);
  switch (action) {
    case 'freeze':
      await update({ frozen: true });
      await endSessions(manager, open, 'frozen', now);
      break;
    case 'unfreeze':
      await update({ frozen: false });
      break;
    case 'delete':
      await deleteBelongings(manager, applicationId, CARD.name, ids);
      await manager.delete(Card, { id: In(ids) });
      break;
    case 'add_time':
      await moveExpiries(
        manager,
        cards.map((card) => [card.id, addTime(card, unit!, amount!, now, timeZone)!]),
        now,
      );
      break;
    case 'note':
      await update({ note: note! });
      break;
    case 'reset':
      await manager.delete(Device, { holderKind: CARD.name, holderId: In(ids) });
      await endSessions(manager, open, 'unbound', now);
      await update({ status: 'unused', activatedAt: null, expiresAt: null });
      break;
  }
  return open.map(({ holderId }) => holderId);
}

function findOpenSessions(manager: EntityManager, cards: readonly number[]): Promise<Session[]> {
  const where = { holderKind: CARD.name, holderId: In(cards), endedAt: IsNull() };
  return manager.find(Session, { select: { id: true, holderId: true }, where, ...rowLock(manager) });
}

/** In one statement, although each card's is another. */
async function moveExpiries(
  manager: EntityManager,
  expiries: readonly (readonly [id: number, expiresAt: number])[],
  now: number,
): Promise<void> {
  const cases = expiries.map(() => 'WHEN ? THEN ?').join(' ');
  const ids = expiries.map(([id]) => id);
  await manager.query(
    `UPDATE cards SET expires_at = CASE id ${cases} END, updated_at = ?, row_version = row_version + 1
     WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [...expiries.flat(), now, ...ids],
  );
}

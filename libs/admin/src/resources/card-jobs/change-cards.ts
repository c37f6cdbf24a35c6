import { type EntityManager, In, IsNull } from 'typeorm';
import { Application, Card, CardType, type DurationUnit, rowLock, Session, termsOf } from '@app/database';
import {
  addTime,
  addUses,
  CARD,
  cardsAtATime,
  deleteBelongings,
  deleteBindings,
  endSessions,
  OPERATIONS,
  tell,
} from '@app/licensing';
import { withHolderNames } from '../holders/holder-names.js';
import type { BulkAction } from './card-job.dto.js';
import type { CardJobRun, CardJobWork } from './job-work.js';
import { type SkipReason, skipReason } from './skip-reason.js';

/** An action on cards with its parameters. */
export interface Change {
  readonly action: BulkAction;
  /** Only for `add_time`. */
  readonly unit?: Exclude<DurationUnit, 'permanent'> | undefined;
  readonly amount?: number | undefined;
  /** Only for `add_uses`. */
  readonly uses?: number | undefined;
  /** Only for `note`. */
  readonly note?: string | null | undefined;
}

const MAX_SPENT_SHOWN = 20;

const SEEN = {
  id: true,
  cardTypeId: true,
  status: true,
  frozen: true,
  activatedAt: true,
  expiresAt: true,
  uses: true,
  usesPeriod: true,
  usesUsed: true,
  usesCountedAt: true,
  note: true,
  card: true,
  consumedByKind: true,
  consumedById: true,
} as const;

/**
 * Changes cards of an application, skipping those to which the action does not apply.
 * @param ids in ascending order, so that concurrent changes of several cards do not deadlock
 * @param missing number of requested cards that the application does not have
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
    const changed: number[] = [];
    const spent: Card[] = [];

    for (const part of parts(ids, cardsAtATime(manager))) {
      const where = { id: In(part) };
      const order = { id: 'ASC' } as const;
      const found = await manager.find(Card, { select: SEEN, where, order, ...rowLock(manager) });
      skip('missing', part.length - found.length);
      const cards = found.filter((card) => {
        const reason = skipReason(change.action, card, change.note);
        if (reason) skip(reason);
        return reason === undefined;
      });
      if (cards.length > 0) await changePart(run, application, change, cards);
      for (const card of cards) {
        changed.push(card.id);
        if (change.action === 'freeze' && card.status === 'consumed') spent.push(card);
      }
      await run.advance(part.length);
    }
    const online = await seeToSessions(run, change.action, changed);
    const result = { changed: changed.length, skipped: Object.fromEntries(skipped) };
    return {
      result: spent.length === 0 ? result : { ...result, ...(await spending(manager, spent)) },
      online,
    };
  };
}

/**
 * Returns the number of frozen cards that were consumed earlier, and what consumed the first of them and keeps their
 * time.
 */
async function spending(manager: EntityManager, cards: readonly Card[]): Promise<object> {
  const rows = cards.slice(0, MAX_SPENT_SHOWN).map(({ id, card, consumedByKind, consumedById }) => ({
    cardId: id,
    card,
    holderKind: consumedByKind!,
    holderId: consumedById!,
  }));
  const spentOn = (await withHolderNames(manager, rows)).map(
    ({ cardId, card, holderKind: kind, holderId: id, holderName: name }) => ({
      cardId,
      card,
      kind,
      id,
      name,
    }),
  );
  return { spent: cards.length, spentOn };
}

async function changePart(
  { manager, now, events }: CardJobRun,
  { id: applicationId, timeZone }: Application,
  { action, unit, amount, uses, note }: Change,
  cards: readonly Card[],
): Promise<void> {
  const ids = cards.map(({ id }) => id);
  const update = (changes: Partial<Card>) =>
    manager.update(Card, { id: In(ids) }, { ...changes, updatedAt: now });
  switch (action) {
    case 'freeze':
    case 'unfreeze':
      await update(OPERATIONS[action].values());
      await tell(manager, events, action, applicationId, { holderKind: CARD.name, holderIds: ids }, now);
      break;
    case 'delete':
      await deleteBelongings(manager, applicationId, { holderKind: CARD.name, holderIds: ids });
      await manager.delete(Card, { id: In(ids) });
      break;
    case 'add_time':
      await updateEach(manager, cards, now, (card) => ({
        expiresAt: addTime(card, unit!, amount!, now, timeZone)!,
      }));
      break;
    case 'add_uses':
      await updateEach(manager, cards, now, (card) => {
        const { uses: total, usesUsed, usesCountedAt } = { ...card, ...addUses(card, uses!, now, timeZone) };
        return { uses: total, usesUsed, usesCountedAt };
      });
      break;
    case 'note':
      await update({ note: note! });
      break;
    case 'reset':
      await deleteBindings(manager, { holderKind: CARD.name, holderIds: ids });
      await update(OPERATIONS.reset.values(CARD.name));
      break;
    case 'apply_type':
      for (const [cardTypeId, ofType] of Map.groupBy(cards, (card) => card.cardTypeId)) {
        const type = await manager.findOneByOrFail(CardType, { id: cardTypeId });
        const changes = { ...termsOf(type), updatedAt: now };
        await manager.update(Card, { id: In(ofType.map(({ id }) => id)) }, changes);
      }
      break;
  }
}

/**
 * Ends the open sessions of changed cards when the action requires it. It runs at the end of a job, so that sessions
 * are locked as briefly as possible; the cards are locked, so no session is opened meanwhile.
 * @returns the changed cards with open sessions that are affected
 */
async function seeToSessions(
  run: CardJobRun,
  action: BulkAction,
  cards: readonly number[],
): Promise<number[]> {
  // Unused cards, the only ones that can be deleted or get the terms of their type, have no open sessions.
  if (action === 'note' || action === 'delete' || action === 'apply_type') return [];
  const { manager, now } = run;
  const atATime = cardsAtATime(manager);
  const open: Session[] = [];
  for (const part of parts(cards, atATime)) {
    const where = { holderKind: CARD.name, holderId: In(part), endedAt: IsNull() };
    const found = await manager.find(Session, { select: { id: true, holderId: true }, where });
    for (const session of found) open.push(session);
    await run.advance(0);
  }
  // Sessions affected by other actions continue and see the change.
  if (action === 'freeze' || action === 'reset') {
    for (const part of parts(open, atATime)) {
      await endSessions(manager, part, OPERATIONS[action].ends, now);
      await run.advance(0);
    }
  }
  return open.map(({ holderId }) => holderId);
}

function* parts<T>(all: readonly T[], atATime: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += atATime) yield all.slice(start, start + atATime);
}

/**
 * Updates cards in a single statement, although each gets other values.
 * @param valuesOf returns the same columns for each card
 */
async function updateEach(
  manager: EntityManager,
  cards: readonly Card[],
  now: number,
  valuesOf: (card: Card) => Partial<Record<keyof Card, number | null>>,
): Promise<void> {
  const metadata = manager.dataSource.getMetadata(Card);
  const values = cards.map(valuesOf);
  const cases = cards.map(() => 'WHEN ? THEN ?').join(' ');
  const properties = Object.keys(values[0]!) as (keyof Card)[];
  const changes = properties.map(
    (property) => `${metadata.findColumnWithPropertyName(property)!.databaseName} = CASE id ${cases} END`,
  );
  const ids = cards.map(({ id }) => id);
  await manager.query(
    `UPDATE cards SET ${changes.join(', ')}, updated_at = ?, row_version = row_version + 1
     WHERE id IN (${ids.map(() => '?').join(', ')})`,
    [...properties.flatMap((property) => ids.flatMap((id, i) => [id, values[i]![property]])), now, ...ids],
  );
}

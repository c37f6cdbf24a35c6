import { setImmediate } from 'node:timers/promises';
import { type EntityManager, type FindOptionsWhere, In, IsNull, MoreThan } from 'typeorm';
import {
  Application,
  Card,
  CardType,
  Device,
  type DurationUnit,
  type HolderKindName,
  type LicenceHolder,
  rowLock,
  Session,
  termsOf,
  Ticket,
  updateEach,
  User,
} from '@app/database';
import {
  addTime,
  addUses,
  applyRefills,
  CARD,
  cardsAtATime,
  deleteBelongings,
  deleteBindings,
  endSessions,
  type Effects,
  type HolderKind,
  type HolderOperation,
  OPERATIONS,
  resetValues,
  tell,
  USER,
} from '@app/licensing';
import { chunksOf } from '@app/platform';
import { withHolderNames } from '../holders/holder-names.js';
import type { BulkAction, ChangePreviewDto } from './card-job.dto.js';
import type { CardJobRun, CardJobWork } from './job-work.js';
import { type SkipReason, skipReason } from './skip-reason.js';

const HOLDER_KINDS: Record<HolderKindName, HolderKind> = { card: CARD, user: USER };

/** An action on cards or users with its parameters. */
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
/** Maximum number of cards or users whose names the audit record of a job contains. */
const MAX_NAMED = 500;

const SEEN = {
  id: true,
  status: true,
  frozen: true,
  activatedAt: true,
  expiresAt: true,
  uses: true,
  usesPeriod: true,
  usesUsed: true,
  usesCountedAt: true,
  note: true,
} as const;
const SEEN_OF_CARDS = {
  ...SEEN,
  card: true,
  cardTypeId: true,
  issuedAt: true,
  updatedAt: true,
  consumedByKind: true,
  consumedById: true,
} as const;
const SEEN_OF_USERS = { ...SEEN, username: true } as const;

/** A kind of holder that jobs change. */
interface Changed {
  readonly kind: HolderKindName;
  readonly nameOf: (holder: LicenceHolder) => string;
  readonly find: (manager: EntityManager, ids: readonly number[], lock: object) => Promise<LicenceHolder[]>;
}

const BY_ID = { id: 'ASC' } as const;
const CHANGED: Record<HolderKindName, Changed> = {
  card: {
    kind: 'card',
    nameOf: (holder) => (holder as Card).card,
    find: (manager, ids, lock) =>
      manager.find(Card, { select: SEEN_OF_CARDS, where: { id: In(ids) }, order: BY_ID, ...lock }),
  },
  user: {
    kind: 'user',
    nameOf: (holder) => (holder as User).username,
    find: (manager, ids, lock) =>
      manager.find(User, { select: SEEN_OF_USERS, where: { id: In(ids) }, order: BY_ID, ...lock }),
  },
};

/** The cards or users that were selected when a job was submitted. */
export interface Selection {
  /** In ascending order, so that concurrent changes of several holders do not deadlock. */
  readonly ids: readonly number[];
  /** Number of requested holders that the application does not have. */
  readonly missing: number;
  /** Time of the selection in epoch milliseconds. */
  readonly at: number;
  /** Ids of cards that had been issued before the selection. Only needed for `delete`. */
  readonly issued?: ReadonlySet<number> | undefined;
  /** Returns which of the given locked holders still match the filter. `undefined` if there is no filter. */
  readonly stillMatching?:
    ((manager: EntityManager, ids: readonly number[]) => Promise<readonly number[]>) | undefined;
}

/**
 * Changes cards or users of an application, skipping those to which the action does not apply. Between the selection
 * and this job, another job may change a holder; a holder that then no longer matches the filter is skipped too.
 */
export function changeHolders(
  kind: HolderKindName,
  applicationId: number,
  change: Change,
  { ids, missing, at, issued, stillMatching }: Selection,
): CardJobWork {
  const { find, nameOf } = CHANGED[kind];
  return async (run) => {
    const { manager } = run;
    const application = await manager.findOneByOrFail(Application, { id: applicationId });
    const tally = new Tally(missing, at, issued);
    const changed: number[] = [];
    const names: string[] = [];
    const spent: Card[] = [];
    const types = new Map<number, CardType>();

    for (const part of chunksOf(ids, cardsAtATime(manager))) {
      const found = await find(manager, part, rowLock(manager));
      const matching = stillMatching && new Set(await stillMatching(manager, part));
      const holders = await tally.sort(manager, kind, change, part, found, matching);
      if (holders.length > 0) await changePart(run, kind, application, change, holders, types);
      for (const holder of holders) {
        changed.push(holder.id);
        if (names.length < MAX_NAMED) names.push(nameOf(holder));
        if (change.action === 'freeze' && holder.status === 'consumed') spent.push(holder as Card);
      }
      await run.advance(part.length);
    }
    const online = await seeToSessions(run, kind, change.action, changed);
    const result = { ...tally.result, ...(spent.length > 0 && (await spending(manager, spent))) };
    return { result, names, ...(kind === 'card' ? { online } : { onlineUsers: online }) };
  };
}

/**
 * Returns the effects that a change would have now, without making the change.
 * @param batches the ids of all holders to change, in batches
 * @param most maximum number of holders to read
 * @param now epoch milliseconds
 */
export async function previewChange(
  manager: EntityManager,
  kind: HolderKindName,
  applicationId: number,
  change: Change,
  batches: AsyncIterable<readonly number[]>,
  most: number,
  now: number,
): Promise<ChangePreviewDto> {
  const tally = new Tally(0, now);
  const leavesTickets = effectsOf(change.action).unbinds || change.action === 'freeze';
  const changed: LicenceHolder[] = [];
  let tickets = 0;
  let seen = 0;
  for await (const ids of batches) {
    for (const part of chunksOf(ids.slice(0, most - seen), cardsAtATime(manager))) {
      seen += part.length;
      const found = await CHANGED[kind].find(manager, part, {});
      const holders = await tally.sort(manager, kind, change, part, found);
      if (leavesTickets) {
        const ofHolders = { holderKind: kind, holderId: In(holders.map(({ id }) => id)) };
        tickets += await manager.countBy(Ticket, { ...ofHolders, expiresAt: MoreThan(now) });
      }
      changed.push(...holders.slice(0, 2 - changed.length));
      await setImmediate();
    }
    if (seen >= most) break;
  }
  const { sessions = 0, devices = 0, ...counts } = tally.result;
  const restored = change.action === 'reset' ? counts.changed : 0;
  const expiresAt =
    changed.length === 1 ? await expiryOf(manager, applicationId, change, changed[0]!, now) : null;
  return { ...counts, sessions, devices, tickets, restored, expiresAt, isPartial: seen >= most };
}

/** Returns the expiry that a change of time gives a holder; `null` for all other changes. */
async function expiryOf(
  manager: EntityManager,
  applicationId: number,
  { action, unit, amount }: Change,
  holder: LicenceHolder,
  now: number,
): Promise<number | null> {
  if (action !== 'add_time') return null;
  const { timeZone } = await manager.findOneByOrFail(Application, { id: applicationId });
  return addTime(holder, unit!, amount!, now, timeZone) ?? null;
}

type Skipped = SkipReason | 'missing' | 'not_matching';

/** Counts the effects of a change and the skipped holders. */
class Tally {
  private readonly skipped = new Map<Skipped, number>();
  private changed = 0;
  private sessions = 0;
  private devices = 0;

  /**
   * @param missing number of requested holders that the application does not have
   * @param selectedAt epoch milliseconds
   * @param issued ids of cards that had been issued before the selection
   */
  constructor(
    missing: number,
    private readonly selectedAt: number,
    private readonly issued?: ReadonlySet<number>,
  ) {
    this.skip('missing', missing);
  }

  /**
   * Returns the holders that the action changes.
   * @param matching ids of the holders that still match the filter; if omitted, all do
   */
  async sort(
    manager: EntityManager,
    kind: HolderKindName,
    { action, note }: Change,
    ids: readonly number[],
    found: readonly LicenceHolder[],
    matching?: ReadonlySet<number>,
  ): Promise<LicenceHolder[]> {
    this.skip('missing', ids.length - found.length);
    const { ends, unbinds } = effectsOf(action);
    const ofHolders = { holderKind: kind, holderId: In([...ids]) };
    const sessions = ends ? await countOf(manager, Session, { ...ofHolders, endedAt: IsNull() }) : NONE;
    const devices = unbinds ? await countOf(manager, Device, ofHolders) : NONE;
    return found.filter((holder) => {
      const own = { sessions: sessions.get(holder.id) ?? 0, devices: devices.get(holder.id) ?? 0 };
      const { issuedAt = null } = holder as Partial<Card>;
      // An order's time alone does not tell: the order may have waited for the database, or come from a process whose
      // clock is behind. A reset keeps `issuedAt`, but sets `updatedAt`.
      const isIssuedSince =
        issuedAt !== null &&
        (this.issued?.has(holder.id) === false || Math.max(issuedAt, holder.updatedAt) >= this.selectedAt);
      const state = { ...holder, ...own, isIssuedSince };
      const isSelected = matching?.has(holder.id) ?? true;
      const reason = skipReason(action, state, note) ?? (isSelected ? undefined : 'not_matching');
      if (reason) {
        this.skip(reason);
        return false;
      }
      this.changed++;
      this.sessions += own.sessions;
      this.devices += own.devices;
      return true;
    });
  }

  get result(): ChangeResult {
    const { changed, sessions, devices } = this;
    const skipped = Object.fromEntries(this.skipped);
    return { changed, skipped, ...(sessions > 0 && { sessions }), ...(devices > 0 && { devices }) };
  }

  private skip(reason: Skipped, count = 1): void {
    if (count > 0) this.skipped.set(reason, (this.skipped.get(reason) ?? 0) + count);
  }
}

interface ChangeResult {
  readonly changed: number;
  readonly skipped: Record<string, number>;
  /** Number of sessions ended, if any. */
  readonly sessions?: number;
  /** Number of devices unbound, if any. */
  readonly devices?: number;
}

const NONE: ReadonlyMap<number, number> = new Map();

/** Returns the effects of an action on rows other than the holder's own. */
function effectsOf(action: BulkAction): Effects {
  const operations: Record<HolderOperation, Effects> = OPERATIONS;
  return isOperation(action) ? operations[action] : {};
}

function isOperation(action: BulkAction): action is BulkAction & HolderOperation {
  return action in OPERATIONS;
}

/** Counts rows by holder. */
async function countOf(
  manager: EntityManager,
  entity: typeof Session | typeof Device,
  where: FindOptionsWhere<Session & Device>,
): Promise<ReadonlyMap<number, number>> {
  const rows = await manager.find<Session | Device>(entity, { select: { id: true, holderId: true }, where });
  const counts = new Map<number, number>();
  for (const { holderId } of rows) counts.set(holderId, (counts.get(holderId) ?? 0) + 1);
  return counts;
}

/**
 * Returns the number of frozen cards that had been consumed. For each of the first 20, also returns the card or user
 * that consumed it; this card or user keeps the time although the consumed card is frozen.
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
  kind: HolderKindName,
  { id: applicationId, timeZone }: Application,
  { action, unit, amount, uses, note }: Change,
  holders: readonly LicenceHolder[],
  types: Map<number, CardType>,
): Promise<void> {
  const { entity } = HOLDER_KINDS[kind];
  const ids = holders.map(({ id }) => id);
  const ofHolders = { holderKind: kind, holderIds: ids };
  const update = (changes: Partial<LicenceHolder>) =>
    manager.update(entity, { id: In(ids) }, { ...changes, updatedAt: now });
  const each = (changesOf: (holder: LicenceHolder) => Partial<LicenceHolder>) =>
    updateEach(
      manager,
      entity,
      holders.map((holder) => ({ id: holder.id, ...changesOf(holder), updatedAt: now })),
    );
  switch (action) {
    case 'freeze':
    case 'unfreeze':
      await update(OPERATIONS[action].values);
      break;
    case 'delete':
      await deleteBelongings(manager, applicationId, ofHolders);
      await manager.delete(entity, { id: In(ids) });
      break;
    case 'add_time':
      await each((holder) => ({
        expiresAt: addTime(holder, unit!, amount!, now, timeZone)!,
      }));
      break;
    case 'add_uses':
      await each((holder) => {
        const changed = { ...holder, ...addUses(holder, uses!, now, timeZone) };
        return { uses: changed.uses, usesUsed: changed.usesUsed, usesCountedAt: changed.usesCountedAt };
      });
      break;
    case 'note':
      await update({ note: note! });
      break;
    case 'reset':
      await each((holder) => resetValues(kind, holder, now));
      break;
    case 'apply_type':
      await applyTypes(manager, holders as readonly Card[], types, now, timeZone);
      break;
    case 'kick':
    case 'unbind':
      break;
  }
  if (effectsOf(action).unbinds) await deleteBindings(manager, ofHolders);
  if (isOperation(action)) await tell(manager, events, action, applicationId, ofHolders, now);
}

/**
 * Gives cards the terms of their types.
 * @param types the types that the job has read so far; all cards of a type get the same terms, even if the type is
 * edited meanwhile
 */
async function applyTypes(
  manager: EntityManager,
  cards: readonly Card[],
  types: Map<number, CardType>,
  now: number,
  timeZone: string,
): Promise<void> {
  for (const [cardTypeId, ofType] of Map.groupBy(cards, (card) => card.cardTypeId)) {
    const type = types.get(cardTypeId) ?? (await manager.findOneByOrFail(CardType, { id: cardTypeId }));
    types.set(cardTypeId, type);
    const changes = { ...termsOf(type), updatedAt: now };
    await manager.update(Card, { id: In(ofType.map(({ id }) => id)) }, changes);
    const refilled = ofType.filter(({ uses, usesPeriod }) => uses !== null && usesPeriod !== type.usesPeriod);
    const values = refilled.map((card) => Object.assign({ id: card.id }, applyRefills(card, now, timeZone)));
    if (values.length > 0) await updateEach(manager, Card, values);
  }
}

/**
 * Ends the open sessions of changed holders if the action requires it. Runs at the end of a job, so that sessions are
 * locked as briefly as possible. The holders are already locked, so no session can be opened in the meantime.
 * @returns the ids of the changed holders whose open sessions the change affects
 */
async function seeToSessions(
  run: CardJobRun,
  kind: HolderKindName,
  action: BulkAction,
  holders: readonly number[],
): Promise<number[]> {
  // Notes do not affect sessions. Only unused cards can be deleted or get the terms of their type; they have no open
  // sessions.
  if (action === 'note' || action === 'delete' || action === 'apply_type') return [];
  const { manager, now } = run;
  const atATime = cardsAtATime(manager);
  const open: Session[] = [];
  for (const part of chunksOf(holders, atATime)) {
    const where = { holderKind: kind, holderId: In(part), endedAt: IsNull() };
    const found = await manager.find(Session, { select: { id: true, holderId: true }, where });
    for (const session of found) open.push(session);
    await run.advance(0);
  }
  const { ends } = effectsOf(action);
  // If the action does not end sessions, the job runner only drops their cached copies, so that they are read again.
  if (ends) {
    for (const part of chunksOf(open, atATime)) {
      await endSessions(manager, part, ends, now);
      await run.advance(0);
    }
  }
  return open.map(({ holderId }) => holderId);
}

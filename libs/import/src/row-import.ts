import { type EntityManager, type EntityTarget, In, IsNull } from 'typeorm';
import {
  type Application,
  Card,
  Device,
  type HolderKindName,
  insertRows,
  isUniqueViolation,
  placeholders,
  rowLock,
  searchKeys,
  Session,
  updateEach,
  User,
} from '@app/database';
import {
  applyEffects,
  bindDevices,
  CARD,
  cardsAtATime,
  type HolderEvents,
  isConsumable,
  OPERATIONS,
  unbindDevices,
  USER,
} from '@app/licensing';
import { chunksOf } from '@app/platform';
import type { FaultyRow, ImportRow, RowFault } from './import-row.js';
import {
  decideRow,
  holderKey,
  type ImportRules,
  kindOf,
  type RowDecision,
  type RowNote,
} from './rules/decide-row.js';

/** Destination of an import. */
export interface ImportContext extends Omit<ImportRules, 'application'> {
  readonly application: Application;
  readonly manager: EntityManager;
  readonly events: HolderEvents;
  /** Batch of cards whose row contains no batch. */
  readonly batch: string;
  /** Called between statements; other requests are then served, and the import can be stopped. */
  readonly pause: () => Promise<void>;
}

/** Outcome of a row. */
export type RowOutcome = { readonly line: number; /** Card or user name. */ readonly name: string } & (
  | { readonly outcome: 'created' }
  | { readonly outcome: 'duplicate' | 'exists' | 'unchanged' | 'updated'; readonly why: RowNote }
  | { readonly outcome: 'invalid'; readonly why: RowFault }
);

interface Binding {
  readonly holderKind: HolderKindName;
  readonly holderId: number;
  readonly deviceId: string;
}

const MAX_ATTEMPTS = 5;

/**
 * Creates and updates cards and users from rows, in one transaction. Invalid rows change nothing, except that an update
 * freezes the unused card that a row shows to be used elsewhere.
 */
export class RowImport {
  /** Number of the line on which each card or user name first occurs. */
  private readonly firstLines = { card: new Map<string, number>(), user: new Map<string, number>() };
  private readonly updated: Record<HolderKindName, number[]> = { card: [], user: [] };

  constructor(private readonly context: ImportContext) {}

  /**
   * Imports some rows. Starts again if another writer creates one of the rows' cards or users in the meantime.
   * @returns the outcome of each row, in the order of the lines
   */
  async take(rows: readonly (ImportRow | FaultyRow)[]): Promise<RowOutcome[]> {
    const outcomes: RowOutcome[] = [];
    const fresh: ImportRow[] = [];
    const faulty: FaultyRow[] = [];
    for (const row of rows) {
      if ('fault' in row) {
        faulty.push(row);
        continue;
      }
      const line = this.firstLineOf(row);
      if (line === undefined) fresh.push(row);
      else
        outcomes.push({
          ...nameOf(row),
          outcome: 'duplicate',
          why: { code: 'card_repeated', params: { line } },
        });
    }
    for (const [row, decision] of await this.writeAgain(fresh)) {
      if (decision.outcome === 'updated') this.updated[kindOf(row)].push(decision.holder.id);
      outcomes.push({ ...nameOf(row), ...shown(decision) });
    }
    const frozen = await this.freezeUsed(faulty.flatMap(({ usedCard }) => usedCard ?? []));
    for (const { line, name, fault, usedCard } of faulty) {
      if (usedCard !== undefined && frozen.has(usedCard)) {
        const why = { code: 'used_card_frozen', params: fault.params } as const;
        outcomes.push({ line, name, outcome: 'updated', why });
      } else outcomes.push({ line, name, outcome: 'invalid', why: fault });
    }
    return outcomes.toSorted((a, b) => a.line - b.line);
  }

  /** Returns the ids of updated cards and users that have sessions, so that their clients can be notified. */
  async online(): Promise<Record<HolderKindName, number[]>> {
    return { card: await this.withSessions('card'), user: await this.withSessions('user') };
  }

  /** Returns the earlier line with the same card or user. If there is none, records the line of this row. */
  private firstLineOf({ line, card, username }: ImportRow): number | undefined {
    const { card: cards, user: users } = this.firstLines;
    const first = (username === undefined ? undefined : users.get(username)) ?? cards.get(card ?? '');
    if (first !== undefined) return first;
    if (card !== undefined) cards.set(card, line);
    if (username !== undefined) users.set(username, line);
    return undefined;
  }

  private async writeAgain(rows: readonly ImportRow[]): Promise<Map<ImportRow, RowDecision>> {
    const { manager } = this.context;
    for (let attempt = 1; ; attempt++) {
      await manager.query('SAVEPOINT import_rows');
      try {
        const decisions = await this.write(rows);
        await manager.query('RELEASE SAVEPOINT import_rows');
        return decisions;
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === MAX_ATTEMPTS) throw error;
        await manager.query('ROLLBACK TO SAVEPOINT import_rows');
      }
    }
  }

  /** Decides about each row and writes the changes. */
  private async write(rows: readonly ImportRow[]): Promise<Map<ImportRow, RowDecision>> {
    const names = (name: 'card' | 'username') => rows.flatMap(({ [name]: value }) => value ?? []);
    const cards = new Map((await this.find(Card, 'card', names('card'))).map((row) => [row.card, row]));
    const users = new Map(
      (await this.find(User, 'username', names('username'))).map((row) => [row.username, row]),
    );
    const devices = await this.devicesOf([...cards.values()], [...users.values()]);
    const existing = { cards, users, devices };
    const decisions = new Map(rows.map((row) => [row, decideRow(row, existing, this.context)]));
    await this.create(decisions);
    await this.update(decisions);
    return decisions;
  }

  /** Inserts the new cards and users with their devices. */
  private async create(decisions: ReadonlyMap<ImportRow, RowDecision>): Promise<void> {
    const { manager } = this.context;
    const created = [...decisions].flatMap(([row, decision]) =>
      decision.outcome === 'created' ? [{ row, ...decision }] : [],
    );
    const users = created.filter(({ row }) => row.username !== undefined);
    const newUsers = users.map(({ row, values }) => ({
      ...values,
      username: row.username!,
      passwordHash: row.passwordHash!,
    }));
    if (newUsers.length > 0) await insertRows(manager, User, newUsers);
    const userIds = await this.idsOf(
      User,
      'username',
      users.map(({ row }) => row.username!),
    );
    const cards = created.filter(({ row }) => row.card !== undefined);
    const newCards = cards
      .filter(({ consumes }) => consumes === undefined)
      .map(({ row, values }) => this.newCard(row, values, userIds));
    if (newCards.length > 0) await insertRows(manager, Card, newCards);
    const consumedCards = cards.flatMap(({ row, values, consumes }) =>
      consumes ? [this.consumedCard(consumes, row, values, userIds)] : [],
    );
    if (consumedCards.length > 0) await updateEach(manager, Card, consumedCards);
    const cardIds = await this.idsOf(
      Card,
      'card',
      cards.map(({ row }) => row.card!),
    );
    const bindings = created.flatMap(({ row }) => {
      const holderKind = kindOf(row);
      const holderId = holderKind === 'user' ? userIds.get(row.username!)! : cardIds.get(row.card!)!;
      return (row.devices ?? []).map((deviceId) => ({ holderKind, holderId, deviceId }));
    });
    await this.bind(bindings);
  }

  private newCard(
    row: ImportRow,
    values: Partial<Card>,
    userIds: ReadonlyMap<string, number>,
  ): Partial<Card> {
    const card = {
      ...values,
      card: row.card!,
      ...searchKeys(row.card!),
      batch: row.batch ?? this.context.batch,
      issuedAt: row.issued ? this.context.now : null,
      unbindFailures: 0,
    };
    if (row.username === undefined)
      return { ...card, consumedByKind: null, consumedById: null, consumedAt: null };
    return { ...card, ...this.consumed(row.username, values, userIds) };
  }

  /** Returns the new values of an existing card that a new user's registration consumed. */
  private consumedCard(
    card: Card,
    row: ImportRow,
    values: Partial<User>,
    userIds: ReadonlyMap<string, number>,
  ): Partial<Card> & { id: number } {
    const { now } = this.context;
    return {
      id: card.id,
      updatedAt: now,
      note: row.note ?? card.note,
      batch: row.batch ?? card.batch,
      issuedAt: card.issuedAt ?? (row.issued ? now : null),
      ...this.consumed(row.username!, values, userIds),
    };
  }

  private consumed(username: string, values: Partial<User>, userIds: ReadonlyMap<string, number>) {
    return {
      // The time and the uses in the row belong to the user, not to the consumed card.
      status: 'consumed',
      frozen: false,
      activatedAt: null,
      expiresAt: null,
      usesUsed: 0,
      usesCountedAt: null,
      consumedByKind: 'user',
      consumedById: userIds.get(username)!,
      consumedAt: values.activatedAt ?? this.context.now,
    } as const;
  }

  /** Writes the changes of existing cards and users, and ends sessions that are no longer allowed. */
  private async update(decisions: ReadonlyMap<ImportRow, RowDecision>): Promise<void> {
    const { manager, now, events, application, pause } = this.context;
    const updates = {
      card: new Map<number, Partial<Card> & { id: number }>(),
      user: new Map<number, Partial<User> & { id: number }>(),
    };
    const frozen: Record<HolderKindName, number[]> = { card: [], user: [] };
    const unfrozen: Record<HolderKindName, number[]> = { card: [], user: [] };
    const expired: Record<HolderKindName, number[]> = { card: [], user: [] };
    const added: Binding[] = [];
    for (const [row, decision] of decisions) {
      if (decision.outcome !== 'updated') continue;
      const { holder, changes } = decision;
      const { id: holderId } = holder;
      const holderKind = kindOf(row);
      const values: Partial<Card & User> = { ...holder, ...changes.values };
      const { status, frozen: isFrozen, activatedAt, expiresAt, note } = values;
      const { uses, usesUsed, usesCountedAt } = values;
      const state = { status, frozen: isFrozen, activatedAt, expiresAt, uses, usesUsed, usesCountedAt };
      const shared = { id: holderId, updatedAt: now, ...state, note };
      if (holderKind === 'card')
        updates.card.set(holderId, { ...shared, batch: values.batch, issuedAt: values.issuedAt });
      else updates.user.set(holderId, { ...shared, passwordHash: values.passwordHash });
      if (isFrozen && !holder.frozen) frozen[holderKind].push(holderId);
      if (!isFrozen && holder.frozen) unfrozen[holderKind].push(holderId);
      if (changes.expires) expired[holderKind].push(holderId);
      for (const deviceId of changes.removed) {
        await unbindDevices(manager, events, application.id, { holderKind, holderId, deviceId }, now);
        await pause();
      }
      for (const deviceId of changes.added) added.push({ holderKind, holderId, deviceId });
    }
    if (updates.card.size > 0) await updateEach(manager, Card, [...updates.card.values()]);
    if (updates.user.size > 0) await updateEach(manager, User, [...updates.user.values()]);
    await this.bind(added);
    for (const holderKind of [CARD.name, USER.name]) {
      for (const [effect, holderIds] of [
        ['freeze', frozen[holderKind]],
        ['unfreeze', unfrozen[holderKind]],
        ['kick', expired[holderKind]],
      ] as const) {
        if (holderIds.length > 0)
          await applyEffects(manager, events, effect, application.id, { holderKind, holderIds }, now);
      }
    }
  }

  /**
   * Freezes those of the cards that are unused here, because users of the other system have used them. The cards are
   * not consumed, since these users may be imported later.
   * @returns the keys of the frozen cards
   */
  private async freezeUsed(keys: readonly string[]): Promise<ReadonlySet<string>> {
    const { manager, now, events, application, existing } = this.context;
    if (existing === 'skip') return new Set();
    const cards = (await this.find(Card, 'card', keys)).filter(isConsumable);
    if (cards.length === 0) return new Set();
    const holderIds = cards.map(({ id }) => id);
    const frozen = { ...OPERATIONS.freeze.values, updatedAt: now };
    await updateEach(
      manager,
      Card,
      holderIds.map((id) => ({ id, ...frozen })),
    );
    const holders = { holderKind: CARD.name, holderIds };
    await applyEffects(manager, events, 'freeze', application.id, holders, now);
    this.updated.card.push(...holderIds);
    return new Set(cards.map(({ card }) => card));
  }

  private async bind(bindings: readonly Binding[]): Promise<void> {
    const { manager, now, application, pause } = this.context;
    for (const part of chunksOf(bindings, cardsAtATime(manager))) {
      await bindDevices(manager, application, part, now);
      await pause();
    }
  }

  /** Finds the cards or users with these names, and locks them if the import may update them. */
  private async find<T extends Card | User>(
    entity: EntityTarget<T>,
    property: string,
    names: readonly string[],
  ): Promise<T[]> {
    if (names.length === 0) return [];
    const { manager, application, existing } = this.context;
    const where = { applicationId: application.id, [property]: In(names) } as never;
    const lock = existing === 'update' ? rowLock(manager) : {};
    return manager.find(entity, { where, order: { id: 'ASC' } as never, ...lock });
  }

  /** Returns the bound devices of holders that may be updated, by `holderKey`. */
  private async devicesOf(
    cards: readonly Card[],
    users: readonly User[],
  ): Promise<Map<string, readonly string[]>> {
    const devices = new Map<string, string[]>();
    if (this.context.existing === 'skip') return devices;
    for (const [holderKind, holders] of [
      [CARD.name, cards],
      [USER.name, users],
    ] as const) {
      if (holders.length === 0) continue;
      const where = { holderKind, holderId: In(holders.map(({ id }) => id)) };
      for (const { holderId, deviceId } of await this.context.manager.find(Device, { where })) {
        devices.getOrInsertComputed(holderKey(holderKind, holderId), () => []).push(deviceId);
      }
    }
    return devices;
  }

  private async idsOf(
    entity: EntityTarget<Card | User>,
    property: 'card' | 'username',
    names: readonly string[],
  ): Promise<Map<string, number>> {
    if (names.length === 0) return new Map();
    const { manager, application } = this.context;
    const { tableName } = manager.dataSource.getMetadata(entity);
    const rows: { id: number; name: string }[] = await manager.query(
      `SELECT id, ${property} AS name FROM ${tableName}
       WHERE application_id = ? AND ${property} IN (${placeholders(names)})`,
      [application.id, ...names],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  private async withSessions(holderKind: HolderKindName): Promise<number[]> {
    const { manager, now, pause } = this.context;
    const found = new Set<number>();
    for (const ids of chunksOf(this.updated[holderKind], cardsAtATime(manager))) {
      const ofHolders = { holderKind, holderId: In(ids) };
      const where = [
        { ...ofHolders, endedAt: IsNull() },
        { ...ofHolders, endedAt: now },
      ];
      for (const { holderId } of await manager.find(Session, { select: { holderId: true }, where }))
        found.add(holderId);
      await pause();
    }
    return [...found];
  }
}

function nameOf({ line, card, username }: ImportRow) {
  return { line, name: username ?? card ?? '' };
}

function shown(decision: RowDecision) {
  if (decision.outcome === 'created') return { outcome: decision.outcome };
  if (decision.outcome !== 'updated') return decision;
  const fields = [...decision.changes.fields];
  return { outcome: decision.outcome, why: { code: 'row_updated', params: { fields } } } as const;
}

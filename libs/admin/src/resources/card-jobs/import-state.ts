import { type EntityTarget, In, IsNull } from 'typeorm';
import {
  Application,
  Card,
  CardType,
  Device,
  type HolderKindName,
  isUniqueViolation,
  type LicenceHolder,
  refundsTime,
  rowLock,
  Session,
  termsOf,
  User,
} from '@app/database';
import {
  changesOf,
  type FaultyRow,
  type HolderChanges,
  type ImportPreset,
  type ImportRow,
  isFault,
  type RowFault,
  timeOf,
  usesOfRow,
} from '@app/import';
import { applyEffects, bindDevices, CARD, cardsAtATime, unbindDevices, USER } from '@app/licensing';
import { describeProblem, problem } from '../../errors/problem.js';
import type { ProblemDto } from '../../errors/problem.dto.js';
import { insertRows, updateRows } from './bulk-rows.js';
import type { LineOutcome } from './card-job.dto.js';
import { ImportReport, type LineReport } from './import-report.js';
import { JobFailure } from './job-failure.js';
import { type CardJobRun, type CardJobWork, DryRunDone } from './job-work.js';

/** The input of a job that imports cards and users with their state. */
export interface ImportStateInput {
  /** Type of the rows that name none. */
  readonly cardTypeId: number | null;
  readonly preset: ImportPreset;
  readonly format: 'csv' | 'json';
  readonly existing: 'skip' | 'update';
  readonly dryRun: boolean;
  /** Number of rows. */
  readonly lines: number;
  /** SHA-256 of the file, in hex. */
  readonly sha256: string;
}

type Holder = Pick<LicenceHolder, keyof LicenceHolder>;
type AnyRow = ImportRow | FaultyRow;

/** What becomes of a row. */
type Decision =
  | { readonly outcome: Exclude<LineOutcome, 'created' | 'updated'>; readonly why: ProblemDto }
  | { readonly outcome: 'created'; readonly values: Partial<User & Card> }
  | { readonly outcome: 'updated'; readonly holder: Holder; readonly changes: HolderChanges };

const MAX_ATTEMPTS = 5;

/**
 * Returns the work of creating and updating a card or user for each row. Rows that are invalid are reported and change
 * nothing; the others are imported, since the corrected file can be imported again.
 */
export function importState(
  applicationId: number,
  input: ImportStateInput,
  rows: readonly AnyRow[],
): CardJobWork {
  return async (run) => {
    const application = await run.manager.findOneByOrFail(Application, { id: applicationId });
    const types = await run.manager.findBy(CardType, { applicationId });
    if (input.cardTypeId !== null && !types.some(({ id }) => id === input.cardTypeId))
      throw new JobFailure(problem('card_type_deleted'));
    const job = new StateImport(run, application, types, input);
    const atATime = cardsAtATime(run.manager);
    for (let start = 0; start < rows.length; start += atATime) {
      const part = rows.slice(start, start + atATime);
      await job.take(part);
      await run.advance(part.length);
    }
    const { report } = job;
    const packed = await report.packed();
    if (report.result.invalid === rows.length)
      throw new JobFailure(problem('all_lines_invalid'), report.result, packed);
    const outcome = { result: report.result, report: packed, ...(await job.online()) };
    if (input.dryRun) throw new DryRunDone(outcome);
    return outcome;
  };
}

/** One run of an import. */
class StateImport {
  readonly report = new ImportReport();
  /** The first line of each card and user name. */
  private readonly firstLines = { card: new Map<string, number>(), user: new Map<string, number>() };
  private readonly typesByName: ReadonlyMap<string, CardType>;
  private readonly changed: Record<HolderKindName, number[]> = { card: [], user: [] };

  constructor(
    private readonly run: CardJobRun,
    private readonly application: Application,
    private readonly types: readonly CardType[],
    private readonly input: ImportStateInput,
  ) {
    this.typesByName = new Map(types.map((type) => [type.name, type]));
  }

  /** Imports some rows. If another writer creates one of their cards or users meanwhile, it begins again. */
  async take(rows: readonly AnyRow[]): Promise<void> {
    const { manager } = this.run;
    const fresh = new Map<ImportRow, Decision>();
    const reported: LineReport[] = [];
    for (const row of rows) {
      if ('fault' in row) {
        const { line, name: card, fault } = row;
        reported.push({ line, card, outcome: 'invalid', why: toProblem(fault) });
        continue;
      }
      const why = this.repeated(row);
      if (why) reported.push({ line: row.line, card: nameOf(row), outcome: 'duplicate', why });
      else fresh.set(row, { outcome: 'unchanged', why: problem('row_unchanged') });
    }
    for (let attempt = 1; ; attempt++) {
      await manager.query('SAVEPOINT import_rows');
      try {
        await this.write(fresh);
        break;
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === MAX_ATTEMPTS) throw error;
        await manager.query('ROLLBACK TO SAVEPOINT import_rows');
      }
    }
    await manager.query('RELEASE SAVEPOINT import_rows');
    let created = 0;
    for (const [row, decision] of fresh) {
      const { line } = row;
      const kind = kindOf(row);
      if (decision.outcome === 'created') created += 1;
      else if (decision.outcome === 'updated') {
        this.changed[kind].push(decision.holder.id);
        const why = problem('row_updated', { fields: [...decision.changes.fields] });
        reported.push({ line, card: nameOf(row), outcome: 'updated', why });
      } else reported.push({ line, card: nameOf(row), outcome: decision.outcome, why: decision.why });
    }
    for (const row of reported.toSorted((a, b) => a.line - b.line)) this.report.add(row);
    this.report.created(created);
  }

  private repeated({ line, card, username }: ImportRow): ProblemDto | undefined {
    const { card: cards, user: users } = this.firstLines;
    const first = (username === undefined ? undefined : users.get(username)) ?? cards.get(card ?? '');
    if (first !== undefined) return problem('card_repeated', { line: first });
    if (card !== undefined) cards.set(card, line);
    if (username !== undefined) users.set(username, line);
    return undefined;
  }

  /** Decides about each row and writes what follows. */
  private async write(rows: Map<ImportRow, Decision>): Promise<void> {
    const names = (name: 'card' | 'username') =>
      [...rows.keys()].flatMap(({ [name]: value }) => (value === undefined ? [] : [value]));
    const cards = new Map((await this.find(Card, 'card', names('card'))).map((row) => [row.card, row]));
    const users = new Map(
      (await this.find(User, 'username', names('username'))).map((row) => [row.username, row]),
    );
    const devices = await this.devicesOf([...cards.values()], [...users.values()]);
    for (const row of rows.keys()) rows.set(row, this.decide(row, cards, users, devices));
    await this.create(rows);
    await this.update(rows);
  }

  private decide(
    row: ImportRow,
    cards: ReadonlyMap<string, Card>,
    users: ReadonlyMap<string, User>,
    devices: ReadonlyMap<string, readonly string[]>,
  ): Decision {
    const { now } = this.run;
    const { timeZone } = this.application;
    const kind = kindOf(row);
    const holder = kind === 'user' ? users.get(row.username!) : cards.get(row.card!);
    if (!holder) {
      // The card of a new user must not be anyone's here.
      if (kind === 'user' && cards.has(row.card ?? ''))
        return { outcome: 'exists', why: problem('card_exists') };
      const values = this.newHolder(row);
      return isFault(values) ? invalidRow(values) : { outcome: 'created', values };
    }
    if (this.input.existing === 'skip')
      return { outcome: 'exists', why: problem(kind === 'user' ? 'user_exists' : 'card_exists') };
    if (holder.status === 'consumed') return { outcome: 'exists', why: problem('card_consumed_here') };
    const changes = changesOf(row, holder, devices.get(`${kind} ${holder.id}`) ?? [], now, timeZone);
    if (isFault(changes)) return invalidRow(changes);
    if (changes.fields.length === 0) return { outcome: 'unchanged', why: problem('row_unchanged') };
    return { outcome: 'updated', holder, changes };
  }

  /** Returns the values of a new card or user. */
  private newHolder(row: ImportRow): Partial<User & Card> | RowFault {
    const { now } = this.run;
    const { id: applicationId, unbindPolicy } = this.application;
    const type =
      row.cardType === undefined
        ? this.types.find(({ id }) => id === this.input.cardTypeId)
        : this.typesByName.get(row.cardType);
    if (!type)
      return row.cardType === undefined
        ? { code: 'card_type_missing', params: {} }
        : { code: 'unknown_row_card_type', params: { cardType: row.cardType } };
    if (type.unbindLimit === null && refundsTime(unbindPolicy))
      return { code: 'unlimited_row_card_type', params: { cardType: type.name, policy: unbindPolicy } };
    const time = timeOf(row, type, now);
    if (isFault(time)) return time;
    const start = { ...termsOf(type), usesUsed: 0, usesCountedAt: null };
    const uses = usesOfRow(row, start, now);
    if (isFault(uses)) return uses;
    if (row.username !== undefined && row.passwordHash === undefined)
      return { code: 'user_password_missing', params: {} };
    return {
      applicationId,
      cardTypeId: type.id,
      ...start,
      ...uses,
      ...time,
      frozen: row.frozen ?? false,
      unbindsUsed: 0,
      note: row.note ?? null,
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Inserts the new cards and users with their devices. */
  private async create(rows: ReadonlyMap<ImportRow, Decision>): Promise<void> {
    const { manager, now, jobId } = this.run;
    const users: Partial<User>[] = [];
    const cards: Partial<Card>[] = [];
    for (const [row, decision] of rows) {
      if (decision.outcome !== 'created') continue;
      if (row.username !== undefined)
        users.push({ ...decision.values, username: row.username, passwordHash: row.passwordHash! });
    }
    await insertRows(manager, User, users);
    const userIds = await this.idsOf(
      User,
      'username',
      users.map(({ username }) => username!),
    );
    for (const [row, decision] of rows) {
      if (decision.outcome !== 'created' || row.card === undefined) continue;
      const userId = row.username === undefined ? undefined : userIds.get(row.username)!;
      const { values } = decision;
      cards.push({
        ...values,
        card: row.card,
        batch: row.batch ?? `#${jobId}`,
        unbindFailures: 0,
        ...(userId === undefined
          ? { consumedByKind: null, consumedById: null, consumedAt: null }
          : {
              // The user has the time and uses of the card.
              status: 'consumed',
              frozen: false,
              activatedAt: null,
              expiresAt: null,
              usesUsed: 0,
              usesCountedAt: null,
              consumedByKind: 'user',
              consumedById: userId,
              consumedAt: values.activatedAt ?? now,
            }),
      });
    }
    await insertRows(manager, Card, cards);
    const cardIds = await this.idsOf(
      Card,
      'card',
      cards.map(({ card }) => card!),
    );
    const bindings = [...rows].flatMap(([row, { outcome }]) => {
      if (outcome !== 'created') return [];
      const kind = kindOf(row);
      const holderId = kind === 'user' ? userIds.get(row.username!)! : cardIds.get(row.card!)!;
      return (row.devices ?? []).map((deviceId) => ({ holderKind: kind, holderId, deviceId }));
    });
    await this.bind(bindings);
  }

  /** Writes the changes of existing cards and users. Sessions end where their ground is gone. */
  private async update(rows: ReadonlyMap<ImportRow, Decision>): Promise<void> {
    const { manager, now, events } = this.run;
    const { id: applicationId } = this.application;
    const updates = { card: new Map<number, Partial<Card>>(), user: new Map<number, Partial<User>>() };
    const frozen: Record<HolderKindName, number[]> = { card: [], user: [] };
    const expired: Record<HolderKindName, number[]> = { card: [], user: [] };
    const added: Binding[] = [];
    for (const [row, decision] of rows) {
      if (decision.outcome !== 'updated') continue;
      const { holder, changes } = decision;
      const holderKind = kindOf(row);
      const {
        status,
        frozen: isFrozen,
        activatedAt,
        expiresAt,
        note,
        ...rest
      } = { ...holder, ...changes.values };
      const { uses, usesUsed, usesCountedAt } = rest;
      const shared = {
        status,
        frozen: isFrozen,
        activatedAt,
        expiresAt,
        note,
        uses,
        usesUsed,
        usesCountedAt,
      };
      if (holderKind === 'card')
        updates.card.set(holder.id, { ...shared, batch: (rest as Partial<Card>).batch ?? null });
      else updates.user.set(holder.id, { ...shared, passwordHash: (rest as Partial<User>).passwordHash! });
      if (isFrozen && !holder.frozen) frozen[holderKind].push(holder.id);
      if (changes.expires) expired[holderKind].push(holder.id);
      for (const deviceId of changes.removed)
        await unbindDevices(
          manager,
          events,
          applicationId,
          { holderKind, holderId: holder.id, deviceId },
          now,
        );
      for (const deviceId of changes.added) added.push({ holderKind, holderId: holder.id, deviceId });
    }
    await updateRows(manager, Card, updates.card, now);
    await updateRows(manager, User, updates.user, now);
    await this.bind(added);
    for (const holderKind of [CARD.name, USER.name]) {
      const [frozenIds, expiredIds] = [frozen[holderKind], expired[holderKind]];
      if (frozenIds.length > 0)
        await applyEffects(
          manager,
          events,
          'freeze',
          applicationId,
          { holderKind, holderIds: frozenIds },
          now,
        );
      if (expiredIds.length > 0)
        await applyEffects(
          manager,
          events,
          'kick',
          applicationId,
          { holderKind, holderIds: expiredIds },
          now,
        );
    }
  }

  private async bind(bindings: readonly Binding[]): Promise<void> {
    const { manager, now } = this.run;
    const atATime = cardsAtATime(manager);
    for (let start = 0; start < bindings.length; start += atATime) {
      const part = bindings.slice(start, start + atATime);
      await bindDevices(manager, this.application, part, now, (rows) => insertRows(manager, Device, rows));
      await this.run.advance(0);
    }
  }

  /** Finds and locks the cards or users of these names. */
  private async find<T extends Card | User>(
    entity: EntityTarget<T>,
    property: string,
    names: readonly string[],
  ): Promise<T[]> {
    if (names.length === 0) return [];
    const { manager } = this.run;
    const where = { applicationId: this.application.id, [property]: In(names) } as never;
    const lock = this.input.existing === 'update' ? rowLock(manager) : {};
    return manager.find(entity, { where, order: { id: 'ASC' } as never, ...lock });
  }

  /** Returns the bound devices of holders that may be updated, by kind and id. */
  private async devicesOf(
    cards: readonly Card[],
    users: readonly User[],
  ): Promise<Map<string, readonly string[]>> {
    const devices = new Map<string, string[]>();
    if (this.input.existing === 'skip') return devices;
    for (const [holderKind, holders] of [
      [CARD.name, cards],
      [USER.name, users],
    ] as const) {
      if (holders.length === 0) continue;
      const where = { holderKind, holderId: In(holders.map(({ id }) => id)) };
      for (const { holderId, deviceId } of await this.run.manager.find(Device, { where })) {
        const key = `${holderKind} ${holderId}`;
        devices.set(key, [...(devices.get(key) ?? []), deviceId]);
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
    const { tableName } = this.run.manager.dataSource.getMetadata(entity);
    const rows: { id: number; name: string }[] = await this.run.manager.query(
      `SELECT id, ${property} AS name FROM ${tableName}
       WHERE application_id = ? AND ${property} IN (${names.map(() => '?').join(', ')})`,
      [this.application.id, ...names],
    );
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /** Returns the changed cards and users that have sessions, whose clients must be notified. */
  async online(): Promise<{ online: number[]; onlineUsers: number[] }> {
    return { online: await this.withSessions('card'), onlineUsers: await this.withSessions('user') };
  }

  private async withSessions(holderKind: HolderKindName): Promise<number[]> {
    const { manager, now } = this.run;
    const ids = this.changed[holderKind];
    const found = new Set<number>();
    const atATime = cardsAtATime(manager);
    for (let start = 0; start < ids.length; start += atATime) {
      const ofHolders = { holderKind, holderId: In(ids.slice(start, start + atATime)) };
      const where = [
        { ...ofHolders, endedAt: IsNull() },
        { ...ofHolders, endedAt: now },
      ];
      for (const { holderId } of await manager.find(Session, { select: { holderId: true }, where }))
        found.add(holderId);
      await this.run.advance(0);
    }
    return [...found];
  }
}

interface Binding {
  readonly holderKind: HolderKindName;
  readonly holderId: number;
  readonly deviceId: string;
}

function kindOf({ username }: ImportRow): HolderKindName {
  return username === undefined ? 'card' : 'user';
}

function nameOf({ card, username }: ImportRow): string {
  return username ?? card ?? '';
}

function toProblem({ code, params }: RowFault): ProblemDto {
  return describeProblem(code, params);
}

function invalidRow(fault: RowFault): Decision {
  return { outcome: 'invalid', why: toProblem(fault) };
}

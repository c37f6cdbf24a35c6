import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import {
  Card,
  type HolderKindName,
  inBatches,
  inTransaction,
  rowLock,
  ServerState,
  User,
} from '@app/database';
import { Outbox, partsOf } from '@app/events';
import { Clock, DAY_MS, HOUR_MS, MINUTE_MS } from '@app/platform';
import { findRefs } from './holder-events.js';

/** Numbers of days before an expiry at which events are written; 0 is the expiry itself. */
const DAYS_BEFORE = [3, 1, 0];
const TYPES = ['card.expiring', 'card.expired'] as const;
const ROWS = 200;
/** Milliseconds by which reports are delayed, so that they include cards whose activation is committed late. */
const GRACE_MS = 10_000;
/**
 * Milliseconds by which a `Mark` may be ahead of the latest expiry to report now. A mark further ahead was written
 * while the clock was wrong. It is moved back, so some expiries may be announced twice.
 */
const MAX_AHEAD_MS = HOUR_MS;

const ENTITIES = { card: Card, user: User };

/**
 * The position that the reports have reached. All holders with an earlier expiry, or with the same expiry and at most
 * this id, have been reported.
 */
interface Mark {
  readonly expiresAt: number;
  readonly id: number;
}

/**
 * Writes events about cards and users that expire soon or have expired. The database stores the position that the
 * reports have reached, so that after a restart no holder is reported twice or skipped. If an administrator moves the
 * expiry of a holder to a time before this position, the event is skipped. Without subscribers no position is stored.
 * The first subscriber therefore receives no events that were due before its subscription.
 */
@Injectable()
export class ExpiryEventsJob {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'expiry-events',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    failure: 'Expiring cards could not be announced',
  })
  async run(): Promise<void> {
    const isWanted = this.outbox.isAnyWanted(TYPES);
    for (const days of DAYS_BEFORE) {
      for (const kind of ['card', 'user'] as const) {
        if (isWanted) await inBatches(() => this.announce(kind, days));
        else await this.forget(kind, days);
      }
    }
  }

  private announce(kind: HolderKindName, days: number): Promise<'more' | 'done'> {
    const now = this.clock.now();
    const until = now - GRACE_MS + days * DAY_MS;
    return inTransaction(this.dataSource, async (manager) => {
      const mark = await readMark(manager, kind, days);
      const due = mark ? await findDue(manager, kind, mark, until) : [];
      await this.tell(manager, kind, days, due, now);
      const last = due.at(-1);
      // If the clock was set back a little since the last run, `reached` may be before the mark. The mark then stays.
      const reached = due.length < ROWS ? { expiresAt: until, id: Number.MAX_SAFE_INTEGER } : last!;
      const isWrong = mark !== undefined && mark.expiresAt > until + MAX_AHEAD_MS;
      if (!mark || isWrong || isLater(reached, mark)) await writeMark(manager, kind, days, reached);
      return due.length < ROWS ? 'done' : 'more';
    });
  }

  private async tell(
    manager: EntityManager,
    kind: HolderKindName,
    days: number,
    due: readonly DueHolder[],
    now: number,
  ): Promise<void> {
    const type = days === 0 ? 'card.expired' : 'card.expiring';
    for (const [applicationId, group] of Map.groupBy(due, (row) => row.applicationId)) {
      if (!this.outbox.isWanted(applicationId, type)) continue;
      const ids = { holderKind: kind, holderIds: group.map(({ id }) => id) };
      const parts = partsOf(await findRefs(manager, ids));
      for (const holders of parts) {
        if (type === 'card.expired')
          await this.outbox.write(manager, now, { type, applicationId, data: { holders } });
        else await this.outbox.write(manager, now, { type, applicationId, data: { days, holders } });
      }
    }
  }

  private async forget(kind: HolderKindName, days: number): Promise<void> {
    await this.dataSource.manager.delete(ServerState, { name: nameOf(kind, days) });
  }
}

type DueHolder = Mark & { readonly applicationId: number };

async function findDue(
  manager: EntityManager,
  kind: HolderKindName,
  mark: Mark,
  until: number,
): Promise<DueHolder[]> {
  return manager
    .createQueryBuilder<Card | User>(ENTITIES[kind], 'row')
    .select('row.id', 'id')
    .addSelect('row.expiresAt', 'expiresAt')
    .addSelect('row.applicationId', 'applicationId')
    .where('row.expiresAt >= :expiresAt AND (row.expiresAt > :expiresAt OR row.id > :id)', mark)
    .andWhere("row.expiresAt <= :until AND row.status = 'activated'", { until })
    .orderBy('row.expiresAt')
    .addOrderBy('row.id')
    .limit(ROWS)
    .getRawMany<DueHolder>();
}

function isLater(a: Mark, b: Mark): boolean {
  return a.expiresAt > b.expiresAt || (a.expiresAt === b.expiresAt && a.id > b.id);
}

function nameOf(kind: HolderKindName, days: number): string {
  return `events_expiry:${kind}:${days}`;
}

async function readMark(
  manager: EntityManager,
  kind: HolderKindName,
  days: number,
): Promise<Mark | undefined> {
  const where = { name: nameOf(kind, days) };
  const state = await manager.findOne(ServerState, { where, ...rowLock(manager) });
  return state ? (JSON.parse(state.value) as Mark) : undefined;
}

async function writeMark(
  manager: EntityManager,
  kind: HolderKindName,
  days: number,
  { expiresAt, id }: Mark,
): Promise<void> {
  const value = JSON.stringify({ expiresAt, id });
  await manager.upsert(ServerState, { name: nameOf(kind, days), value }, ['name']);
}

import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { Application, Device, type HolderKindName, type LicenceHolder, Session } from '@app/database';
import { SessionCache, SessionDeadline } from '@app/licensing';
import { chunksOf } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { CrudService } from '../../crud/crud.service.js';
import type { IdFilter } from '../../crud/filters.js';
import type { HolderResource } from './holder-actions.js';
import type { PresenceDto } from './presence.dto.js';
import { showSessions } from './show-sessions.js';

/**
 * Number of a holder's ended sessions that are searched for the latest heartbeat. A session that timed out is ended
 * long after its last heartbeat. Another session may therefore have a later heartbeat than the session that ended last.
 */
const ENDED_SEARCHED = 20;
/** Number of holders per statement. It is small, since a statement of SQLite blocks the process while it runs. */
const HOLDERS_AT_A_TIME = 50;

/** Shows for each card or user in a list its number of devices and live sessions, and when it was last seen. */
@Injectable()
export class HolderPresence {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly sessions: SessionCache,
    private readonly deadline: SessionDeadline,
  ) {}

  /** Returns the presence of those holders that the caller may see, sorted by id. */
  async get<T extends LicenceHolder, F extends IdFilter>(
    actor: Actor,
    resource: HolderResource<T, F>,
    ids: readonly number[],
  ): Promise<PresenceDto[]> {
    const { manager } = this.dataSource;
    const filter = { id: [...ids] } as F;
    const holders = await this.crud
      .select(actor, resource, filter)
      .select('row.id', 'id')
      .addSelect('row.applicationId', 'applicationId')
      .orderBy('row.id')
      .getRawMany<{ id: number; applicationId: number }>();
    const { kind } = resource;
    const holderIds = holders.map(({ id }) => id);
    const bound = await this.countDevices(kind, holderIds);
    const left = await this.lastSeenEnded(kind, holderIds);
    const open = { holderKind: kind, holderId: In(holderIds), endedAt: IsNull() };
    const seen = await this.seen(actor, holders, await manager.findBy(Session, open));
    return holders.map(({ id }) => {
      const { online, lastSeenAt } = seen.get(id) ?? NEVER;
      const latest = Math.max(lastSeenAt ?? 0, left.get(id) ?? 0);
      return { id, devices: bound.get(id) ?? 0, online, lastSeenAt: latest || null };
    });
  }

  /** Returns the number of bound devices by holder; holders without devices are missing. */
  private async countDevices(
    holderKind: HolderKindName,
    holderIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(Device, 'row')
      .select('row.holderId', 'id')
      .addSelect('COUNT(*)', 'count')
      .where({ holderKind, holderId: In([...holderIds]) })
      .groupBy('row.holderId')
      .getRawMany<{ id: number; count: number | string }>();
    return new Map(rows.map(({ id, count }) => [id, Number(count)]));
  }

  /**
   * Returns, by holder, the latest heartbeat of the sessions that ended last. Only these are read: a client can log in
   * again and again, so reading all ended sessions of a page of holders could take a second.
   */
  private async lastSeenEnded(
    holderKind: HolderKindName,
    holderIds: readonly number[],
  ): Promise<ReadonlyMap<number, number>> {
    const seen = new Map<number, number>();
    for (const part of chunksOf(holderIds, HOLDERS_AT_A_TIME)) {
      const each = part.map(
        (_, index) => `SELECT ? AS id, MAX(last_seen_at) AS seen FROM (
          SELECT last_seen_at FROM sessions WHERE holder_kind = ? AND holder_id = ? AND ended_at IS NOT NULL
          ORDER BY ended_at DESC LIMIT ${ENDED_SEARCHED}) ended${index}`,
      );
      const rows = await this.dataSource.manager.query<{ id: unknown; seen: unknown }[]>(
        each.join(' UNION ALL '),
        part.flatMap((id) => [id, holderKind, id]),
      );
      for (const row of rows) if (row.seen !== null) seen.set(Number(row.id), Number(row.seen));
      await setImmediate();
    }
    return seen;
  }

  /** Returns the number of live sessions and the latest heartbeat of each holder with open sessions. */
  private async seen(
    { now }: Actor,
    holders: readonly { id: number; applicationId: number }[],
    sessions: readonly Session[],
  ): Promise<Map<number, Seen>> {
    const applicationIds = [...new Set(holders.map(({ applicationId }) => applicationId))];
    const applications = await this.dataSource.manager.findBy(Application, { id: In(applicationIds) });
    const byHolder = new Map<number, Seen>();
    for (const application of applications) {
      const own = sessions.filter(({ applicationId }) => applicationId === application.id);
      const shown = await showSessions(own, this.sessions, this.deadline.aliveSince(now, application));
      for (const [index, { alive, lastSeenAt }] of shown.entries()) {
        const { holderId } = own[index]!;
        const before = byHolder.get(holderId) ?? NEVER;
        byHolder.set(holderId, {
          online: before.online + Number(alive),
          lastSeenAt: Math.max(before.lastSeenAt ?? 0, lastSeenAt),
        });
      }
    }
    return byHolder;
  }
}

type Seen = Pick<PresenceDto, 'online' | 'lastSeenAt'>;
const NEVER: Seen = { online: 0, lastSeenAt: null };

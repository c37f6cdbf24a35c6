import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, type ObjectLiteral } from 'typeorm';
import { Application, Device, type LicenceHolder, Session } from '@app/database';
import { SessionCache, SessionDeadline } from '@app/licensing';
import type { Actor } from '../../access/actor.js';
import { CrudService } from '../../crud/crud.service.js';
import type { HolderResource } from './holder-actions.js';
import type { PresenceDto } from './presence.dto.js';
import { showSessions } from './show-sessions.js';

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
  async get<T extends LicenceHolder & ObjectLiteral, F extends { id?: number[] }>(
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
    const ofHolders = { holderKind: resource.kind, holderId: In(holders.map(({ id }) => id)) };
    const devices = await manager.find(Device, { select: { id: true, holderId: true }, where: ofHolders });
    const bound = new Map<number, number>();
    for (const { holderId } of devices) bound.set(holderId, (bound.get(holderId) ?? 0) + 1);
    const seen = await this.seen(actor, holders, await manager.find(Session, { where: ofHolders }));
    return holders.map(({ id }) => {
      const { online, lastSeenAt } = seen.get(id) ?? NEVER;
      return { id, devices: bound.get(id) ?? 0, online, lastSeenAt };
    });
  }

  /** Returns the number of live sessions and the latest heartbeat, by holder. */
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

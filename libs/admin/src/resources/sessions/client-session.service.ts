import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { inLargeTransaction, Session } from '@app/database';
import { type AffectedSessions, cardsAtATime, endSessionsWhere, SessionCache } from '@app/licensing';
import type { Actor } from '../../access/actor.js';
import { refusal } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { withHolderNames } from '../holders/holder-names.js';
import { changeOf, CrudService, requireOwnApplication } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import type { ClientSessionDto } from './session.dto.js';
import { SESSION_FIELDS, type SessionFilter, SESSIONS } from './session.resource.js';

/** Lists and ends client sessions. */
@Injectable()
export class ClientSessionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly sessions: SessionCache,
    private readonly audit: AuditTrail,
  ) {}

  async list(actor: Actor, query: ListQuery<SessionFilter>): Promise<Page<ClientSessionDto>> {
    const { rows, from, total } = await this.crud.list(actor, SESSIONS, query);
    return new Page(await this.show(rows), from, total);
  }

  async get(actor: Actor, id: number): Promise<ClientSessionDto> {
    const [shown] = await this.show([await this.crud.get(actor, SESSIONS, id)]);
    return shown!;
  }

  /** @throws AdminError 409 when the session has already ended */
  async kick(actor: Actor, id: number): Promise<ClientSessionDto> {
    await this.sessions.invalidating((invalidate) =>
      this.crud.act(actor, SESSIONS, id, async (session, manager) => {
        const ended = await endSessionsWhere(manager, { id }, 'kicked', actor.now);
        await invalidate([session]);
        if (ended !== 1) throw refusal('session_already_ended');
        await this.audit.record(manager, actor, { ...changeOf(SESSIONS, session), action: 'kick' });
      }),
    );
    return this.get(actor, id);
  }

  /**
   * Ends every open session of an application and returns their number. Sessions that are opened during the call may
   * stay open: clients log in again as soon as they are kicked.
   */
  async kickApplication(actor: Actor, applicationId: number): Promise<number> {
    const { now } = actor;
    return this.sessions.invalidating((invalidate) =>
      inLargeTransaction(this.dataSource, async (manager) => {
        await requireOwnApplication(manager, actor, applicationId);
        const affected: AffectedSessions[] = [];
        let ended = 0;
        for await (const part of openSessions(manager, applicationId)) {
          ended += await endSessionsWhere(manager, { id: In(part.map(({ id }) => id)) }, 'kicked', now);
          for (const { tokenHash, holderKind, holderId } of part)
            affected.push({ tokenHash, holderKind, holderId });
        }
        const change = {
          resource: 'applications',
          recordId: applicationId,
          applicationId,
          action: 'kick' as const,
        };
        await this.audit.record(manager, actor, { ...change, before: { sessions: ended } });
        await invalidate(affected);
        return ended;
      }),
    );
  }

  private async show(sessions: readonly Session[]): Promise<ClientSessionDto[]> {
    // The database is about a second behind the latest heartbeats.
    const recent = await this.sessions.recentHeartbeats(sessions.filter(({ endedAt }) => endedAt === null));
    const rows = sessions.map((session) => {
      const row = toDto(session, SESSION_FIELDS);
      // Until the first heartbeat of a trial's session, its `lastSeenAt` in the database is earlier than the login.
      return { ...row, lastSeenAt: Math.max(row.lastSeenAt, row.createdAt, recent.get(row.id) ?? 0) };
    });
    return withHolderNames(this.dataSource.manager, rows);
  }
}

/**
 * Yields the open sessions of an application in batches, in the order of their index, so that each session is read
 * once. Sessions that are opened meanwhile are left out. Other work of the process runs between two batches.
 */
async function* openSessions(manager: EntityManager, applicationId: number): AsyncGenerator<Session[]> {
  const atATime = cardsAtATime(manager);
  const newest = Number(await manager.maximum(Session, 'id'));
  let last: Pick<Session, 'lastSeenAt' | 'id'> = { lastSeenAt: 0, id: 0 };
  for (;;) {
    const { lastSeenAt, id } = last;
    const part = await manager
      .createQueryBuilder(Session, 'row')
      .useIndex('ix_sessions_last_seen')
      .select(['row.id', 'row.lastSeenAt', 'row.tokenHash', 'row.holderKind', 'row.holderId'])
      .where('row.applicationId = :applicationId AND row.endedAt IS NULL', { applicationId })
      .andWhere('row.id <= :newest', { newest })
      .andWhere('row.lastSeenAt >= :lastSeenAt AND (row.lastSeenAt > :lastSeenAt OR row.id > :id)', {
        lastSeenAt,
        id,
      })
      .orderBy('row.lastSeenAt')
      .addOrderBy('row.id')
      .limit(atATime)
      .getMany();
    if (part.length === 0) return;
    yield part;
    last = part.at(-1)!;
    await setImmediate();
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { inTransaction, Session } from '@app/database';
import { type AffectedSessions, endSessionsWhere, SessionCache } from '@app/licensing';
import type { Actor } from '../../access/actor.js';
import { refusal } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { withHolderNames } from '../holders/holder-names.js';
import { CrudService, requireOwnApplication } from '../../crud/crud.service.js';
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
        if (ended !== 1) throw refusal('session_already_ended');
        const { applicationId, deviceId } = session;
        const change = { resource: SESSIONS.name, recordId: id, recordName: deviceId, applicationId };
        await this.audit.record(manager, actor, { ...change, action: 'kick' });
        await invalidate([session]);
      }),
    );
    return this.get(actor, id);
  }

  /** Ends every open session of an application and returns their number. */
  async kickApplication(actor: Actor, applicationId: number): Promise<number> {
    return this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        await requireOwnApplication(manager, actor, applicationId);
        const ended = await endSessionsWhere(manager, { applicationId }, 'kicked', actor.now);
        // Looked up after the update: with a lookup before it, a session opened in between would end without a
        // notification.
        const select = { id: true, tokenHash: true, holderKind: true, holderId: true } as const;
        const where = { applicationId, endedAt: actor.now, endReason: 'kicked' } as const;
        const sessions: AffectedSessions[] = await manager.find(Session, { select, where });
        const change = {
          resource: 'applications',
          recordId: applicationId,
          applicationId,
          action: 'kick' as const,
        };
        await this.audit.record(manager, actor, { ...change, before: { sessions: ended } });
        await invalidate(sessions);
        return ended;
      }),
    );
  }

  private async show(sessions: readonly Session[]): Promise<ClientSessionDto[]> {
    // The times in the database lag by about a second.
    const recent = await this.sessions.recentHeartbeats(sessions.filter(({ endedAt }) => endedAt === null));
    const rows = sessions.map((session) => {
      const row = toDto(session, SESSION_FIELDS);
      // Until the first heartbeat of a trial's session, its `lastSeenAt` in the database is earlier than the login.
      return { ...row, lastSeenAt: Math.max(row.lastSeenAt, row.createdAt, recent.get(row.id) ?? 0) };
    });
    return withHolderNames(this.dataSource.manager, rows);
  }
}

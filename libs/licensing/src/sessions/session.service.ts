import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { BlockDirectory } from '@app/applications';
import { inTransaction, Session } from '@app/database';
import { toSeconds } from '@app/platform';
import type { ClientCall } from '../client-call.js';
import type { HolderKind } from '../holder-kind.js';
import type { HeartbeatResult } from '../holder.result.js';
import { RefusalError } from '../refusal-error.js';
import { isExpired } from '../rules/validity.js';
import { endSessionsWhere } from './end-sessions.js';
import { toCachedSession } from './cached-session.js';
import { SessionDeadline } from './session-deadline.js';
import { SessionPrefetch } from './session-prefetch.js';
import { type CachedSession, SessionCache } from './session-cache.js';
import { hashToken } from './session-token.js';

/** Heartbeats and logout of open sessions. */
@Injectable()
export class SessionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly blocks: BlockDirectory,
    private readonly deadline: SessionDeadline,
    @Inject(SessionPrefetch) private readonly prefetch: SessionPrefetch | undefined,
  ) {}

  /**
   * Returns the active session of `token`, provided it belongs to exactly this holder and application.
   * @throws RefusalError 10214 otherwise, for whatever reason; 10212 when its device is blocked
   */
  async requireActive(
    kind: HolderKind,
    caller: ClientCall,
    name: string,
    token: string,
  ): Promise<CachedSession> {
    const tokenHash = hashToken(token);
    const stored = await (this.prefetch?.find(caller, tokenHash) ?? this.sessions.find(tokenHash));
    const isCurrent = stored?.applicationRevision === caller.application.revision;
    const session = isCurrent ? stored : await this.read(kind, caller, tokenHash);
    const active =
      session !== undefined &&
      session.applicationId === caller.application.id &&
      session.holderKind === kind.name &&
      session.holderName === name &&
      session.lastSeenAt >= this.deadline.aliveSince(caller.now, caller.application);
    if (!active) throw new RefusalError('SESSION_INVALID');
    if (this.blocks.isBlocked(session.applicationId, 'device', session.deviceId, caller.now)) {
      throw new RefusalError('BLOCKED');
    }
    return session;
  }

  /**
   * Keeps a session alive and returns the current expiry.
   * @throws RefusalError 10214 no active session, or the holder's code for expired (card 10210, user 10250)
   */
  async heartbeat(
    kind: HolderKind,
    caller: ClientCall,
    name: string,
    token: string,
  ): Promise<HeartbeatResult> {
    const session = await this.requireActive(kind, caller, name, token);
    if (isExpired(session, caller.now)) throw new RefusalError(kind.refusals.expired);
    await this.sessions.touch(session, caller.now);
    return { ...session.expiry, server_time: toSeconds(caller.now) };
  }

  /**
   * Ends a session; of racing logouts exactly one succeeds.
   * @throws RefusalError 10214
   */
  async logout(kind: HolderKind, caller: ClientCall, name: string, token: string): Promise<void> {
    const session = await this.requireActive(kind, caller, name, token);
    const ended = await this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const ended = await endSessionsWhere(manager, { id: session.id }, 'logout', caller.now);
        await invalidate([session]);
        return ended;
      }),
    );
    if (ended !== 1) throw new RefusalError('SESSION_INVALID');
  }

  /**
   * Reads an open session from the database and caches it, unless its holder is being changed: the result is used all
   * the same, since it is the database's state during the request.
   */
  private async read(
    kind: HolderKind,
    caller: ClientCall,
    tokenHash: string,
  ): Promise<CachedSession | undefined> {
    const version = await this.sessions.readVersion();
    const where = {
      tokenHash,
      applicationId: caller.application.id,
      holderKind: kind.name,
      endedAt: IsNull(),
    };
    const session = await this.dataSource.manager.findOneBy(Session, where);
    if (!session) return undefined;
    const holder = await this.dataSource.manager.findOneBy(kind.entity, { id: session.holderId });
    // A reset in between has ended the session, and leaves no expiry to show.
    if (holder?.status !== 'activated' || holder.frozen) return undefined;
    return this.sessions.put(toCachedSession(session, holder, kind, caller.application), version);
  }
}

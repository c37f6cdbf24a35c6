import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, IsNull } from 'typeorm';
import { BlockDirectory } from '@app/applications';
import { inTransaction, Session } from '@app/database';
import { toSeconds } from '@app/platform';
import type { ClientCall } from '../client-call.js';
import { recordCustomerAct } from '../customer-history.js';
import type { HolderKind, SessionKind } from '../holder-kind.js';
import type { HeartbeatResult } from '../holder.result.js';
import { lockHolder } from '../holders.js';
import { RefusalError } from '../refusal-error.js';
import { usesLeft } from '../rules/uses.js';
import { isExpired, mayHaveSessions } from '../rules/validity.js';
import { endSessionsWhere } from './end-sessions.js';
import { toCachedSession } from './cached-session.js';
import { SessionDeadline } from './session-deadline.js';
import { SessionPrefetch } from './session-prefetch.js';
import { type CachedSession, SessionCache } from './session-cache.js';
import { hashToken } from './session-token.js';

/** A token that a client sent, or the token hash of the session that the server found for a client without a token. */
export type ClientToken = string | { readonly hash: string };

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
   * @throws RefusalError 10214 (trial 10404) if there is no such session, or 10212 if the session's device is blocked
   */
  async requireActive(
    kind: SessionKind,
    caller: ClientCall,
    name: string,
    token: ClientToken,
  ): Promise<CachedSession> {
    const tokenHash = typeof token === 'string' ? hashToken(token) : token.hash;
    const stored = await (this.prefetch?.find(caller, tokenHash) ?? this.sessions.find(tokenHash));
    const isCurrent = stored?.applicationRevision === caller.application.revision;
    const session = isCurrent ? stored : await this.read(kind, caller, tokenHash);
    const active =
      session !== undefined &&
      session.applicationId === caller.application.id &&
      session.holderKind === kind.name &&
      session.holderName === name &&
      session.lastSeenAt >= this.deadline.aliveSince(caller.now, caller.application);
    if (!active) throw new RefusalError(kind.refusals.sessionInvalid);
    if (this.blocks.isBlocked(session.applicationId, 'device', session.deviceId, caller.now)) {
      throw new RefusalError('BLOCKED');
    }
    return session;
  }

  /**
   * Keeps a session alive and returns the current expiry.
   * @throws RefusalError 10214 (trial 10404) if the session is not valid, or the code for an expired holder (card
   * 10210, user 10250, trial 10405 or 10406)
   */
  async heartbeat(
    kind: SessionKind,
    caller: ClientCall,
    name: string,
    token: ClientToken,
  ): Promise<HeartbeatResult> {
    const session = await this.requireActive(kind, caller, name, token);
    if (isExpired(session, caller.now)) throw new RefusalError(kind.refusals.expired);
    await this.sessions.touch(session, caller.now);
    const answer = { ...session.expiry, server_time: toSeconds(caller.now) };
    return session.uses ? { ...answer, uses_left: usesLeft(session.uses, caller.now) } : answer;
  }

  /**
   * Ends a session. Exactly one of several concurrent logouts succeeds.
   * @throws RefusalError 10214 (trial 10404) if the session is not valid
   */
  async logout(kind: SessionKind, caller: ClientCall, name: string, token: string): Promise<void> {
    const session = await this.requireActive(kind, caller, name, token);
    const ended = await this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const ended = await endSessionsWhere(manager, { id: session.id }, 'logout', caller.now);
        await invalidate([session]);
        return ended;
      }),
    );
    if (ended !== 1) throw new RefusalError(kind.refusals.sessionInvalid);
  }

  /**
   * Ends open sessions at the customer's request.
   * @param id id of the session; if omitted, all sessions end
   * @returns the number of sessions ended
   * @throws RefusalError if the holder does not exist or was consumed (card 10218, user 10243)
   */
  async endOwn(kind: HolderKind, caller: ClientCall, name: string, id?: number): Promise<number> {
    return this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const holder = await lockHolder(manager, kind, caller.application.id, name);
        const ofHolder = { holderKind: kind.name, holderId: holder.id };
        const chosen = id === undefined ? ofHolder : { ...ofHolder, id };
        const ended = await endSessionsWhere(manager, chosen, 'logout', caller.now);
        if (ended > 0)
          await recordCustomerAct(manager, caller, kind, holder, 'end_sessions', {
            before: { sessions: ended },
          });
        await invalidate([ofHolder]);
        return ended;
      }),
    );
  }

  /**
   * Reads an open session from the database, and caches it unless its holder is being changed. The caller may use the
   * session even if it is not cached, since it is the database's state during the request.
   */
  private async read(
    kind: SessionKind,
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
    // A concurrent reset may have ended the session and removed the expiry. Without this check, the session would then
    // seem permanent.
    if (!holder || !mayHaveSessions(holder)) return undefined;
    return this.sessions.put(toCachedSession(session, holder, kind, caller.application, caller.now), version);
  }
}

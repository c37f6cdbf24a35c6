import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { countRows, findRows, inTransaction, insertRow, Session } from '@app/database';
import { AppConfig, ignoreUnavailable } from '@app/platform';
import type { ClientCall } from '../client-call.js';
import type { SessionHolder, SessionKind } from '../holder-kind.js';
import { RefusalError } from '../refusal-error.js';
import { makeRoom } from '../rules/multi-open.js';
import { toCachedSession } from './cached-session.js';
import { endSessions } from './end-sessions.js';
import { type CachedSession, SessionCache } from './session-cache.js';
import { SessionDeadline } from './session-deadline.js';
import { hashToken, newToken } from './session-token.js';
import { trimEndedSessions } from './trim-ended-sessions.js';

/** Every sixteenth login trims ended sessions; trimming adds a little work to that login. */
const TRIM_EVERY = 16;

/** A holder that may log in. */
export interface Admission {
  /** Locked until the transaction ends. */
  readonly holder: SessionHolder;
  /** Maximum concurrent sessions; 0 = unlimited. */
  readonly maxSessions: number;
  /** Writes what else the login changes; runs only when there is a place for the session. */
  readonly settle: () => Promise<void>;
}

export interface OpenedSession {
  readonly token: string;
  readonly session: CachedSession;
}

/** Opens the sessions of all kinds of holders. */
@Injectable()
export class SessionOpener {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly deadline: SessionDeadline,
    private readonly config: AppConfig,
  ) {}

  /**
   * Opens a session, and ends others to make room for it, in one transaction.
   * @param deviceId 1–128 characters
   * @param admit locks the holder and decides whether it may log in, without writing
   * @returns the session, and what `admit` returned
   * @throws RefusalError the kind's code for multi-open (card 10213, user 10253), and those of `admit`
   */
  async open<A extends Admission>(
    kind: SessionKind,
    caller: ClientCall,
    deviceId: string,
    admit: (manager: EntityManager) => Promise<A>,
  ): Promise<A & OpenedSession> {
    const token = newToken();
    const version = await this.sessions.readVersion();
    const { admitted, opened } = await this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const admitted = await admit(manager);
        const { holder, maxSessions, settle } = admitted;
        const ofHolder = { holderKind: kind.name, holderId: holder.id };
        const { dead, ended } = await this.requirePlace(manager, kind, caller, {
          ...ofHolder,
          deviceId,
          maxSessions,
        });
        await settle();
        const [replaced, kicked] = byDevice(ended, deviceId);
        // Otherwise a longer heartbeat timeout would revive them, alongside the session that replaces them.
        await endSessions(manager, dead, 'timeout', caller.now);
        await endSessions(manager, replaced, 'replaced', caller.now);
        await endSessions(manager, kicked, 'kicked', caller.now);
        const opened = await insertSession(manager, caller, {
          ...ofHolder,
          deviceId,
          tokenHash: hashToken(token),
          lastSeenAt: caller.now - silenceMs(kind, caller),
        });
        if (opened.id % TRIM_EVERY === 0)
          await trimEndedSessions(manager, opened, this.config.retention.endedSessions);
        await invalidate([...dead, ...ended]);
        return { admitted, opened };
      }),
    );
    const session = toCachedSession(opened, admitted.holder, kind, caller.application, caller.now);
    // The cache holds only a copy: the login stays valid if it fails.
    await this.sessions.put(session, version).catch(ignoreUnavailable);
    return { ...admitted, token, session };
  }

  /** Returns the sessions whose heartbeats stopped, and those to end so that one more may open. */
  private async requirePlace(
    manager: EntityManager,
    kind: SessionKind,
    { application, now }: ClientCall,
    {
      deviceId,
      maxSessions,
      ...ofHolder
    }: Pick<Session, 'holderKind' | 'holderId' | 'deviceId'> & {
      maxSessions: number;
    },
  ): Promise<{ dead: Session[]; ended: Session[] }> {
    const unended = { ...ofHolder, endedAt: null };
    const max = maxSessions || this.config.quotas.sessions;
    if (maxSessions === 0 && (await countRows(manager, Session, unended)) < max)
      return { dead: [], ended: [] };
    const notEnded = await findRows(manager, Session, unended);
    const deadline = this.deadline.aliveSince(now, application);
    const recent = await this.sessions.recentHeartbeats(notEnded);
    const isOpen = ({ id, lastSeenAt }: Session) => Math.max(lastSeenAt, recent.get(id) ?? 0) >= deadline;
    const open = notEnded.filter(isOpen);
    const ended = makeRoom(open, deviceId, max, application.multiOpenPolicy);
    if (!ended) throw new RefusalError(kind.refusals.multiOpen);
    return { dead: notEnded.filter((session) => !isOpen(session)), ended };
  }
}

/**
 * Returns the milliseconds for which a new session counts as silent already: when its first heartbeat is due sooner than
 * the later ones, it has only the rest of the heartbeat timeout left.
 */
function silenceMs({ firstHeartbeatSec = Infinity }: SessionKind, { application }: ClientCall): number {
  return Math.max(0, application.heartbeatTimeoutSec - firstHeartbeatSec) * 1000;
}

/** Separates the sessions of the device from those of others. */
function byDevice(sessions: readonly Session[], deviceId: string): [own: Session[], others: Session[]] {
  return [
    sessions.filter((session) => session.deviceId === deviceId),
    sessions.filter((session) => session.deviceId !== deviceId),
  ];
}

async function insertSession(
  manager: EntityManager,
  { application, ip, now }: ClientCall,
  values: Pick<Session, 'holderKind' | 'holderId' | 'deviceId' | 'tokenHash' | 'lastSeenAt'>,
): Promise<Session> {
  const session = Object.assign(new Session(), {
    ...values,
    applicationId: application.id,
    ip,
    createdAt: now,
    endedAt: null,
    endReason: null,
  });
  session.id = await insertRow(manager, Session, session);
  return session;
}

import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { countRows, findRows, inTransaction, insertRow, insertRows, Session } from '@app/database';
import { AppConfig, ignoreUnavailable } from '@app/platform';
import type { ClientCall } from '../client-call.js';
import type { SessionHolder, SessionKind } from '../holder-kind.js';
import { RefusalError } from '../refusal-error.js';
import { makeRoom } from '../rules/multi-open.js';
import { toCachedSession } from './cached-session.js';
import { endEachSession } from './end-sessions.js';
import { lockAvailableSessions } from './lock-available-sessions.js';
import { type CachedSession, SessionCache, type SessionVersion } from './session-cache.js';
import { SessionDeadline } from './session-deadline.js';
import { hashToken, newToken } from './session-token.js';
import { trimEndedSessions } from './trim-ended-sessions.js';

/**
 * On average, one in sixteen logins deletes the older ended sessions of its holder, which adds a little work to that
 * login. These logins are chosen at random. Otherwise a client could use a second card for exactly every sixteenth
 * login, and the ended sessions of its first card would never be deleted.
 */
const TRIM_EVERY = 16;

/** A request for a session. */
export interface Login {
  readonly caller: ClientCall;
  /** 1–128 characters. */
  readonly deviceId: string;
}

/** A holder that may log in. */
export interface Admission {
  /** Its row is locked until the transaction ends. */
  readonly holder: SessionHolder;
  /** Maximum concurrent sessions; 0 = unlimited. */
  readonly maxSessions: number;
}

/**
 * Outcome of one of several logins: its result or refusal, or `undefined` if the login would have to wait for a locked
 * row.
 */
export type Outcome<T> = T | RefusalError | undefined;

/** Describes how to open several sessions in one transaction. They belong to different holders of one kind. */
export interface Opening<A extends Admission> {
  readonly logins: readonly Login[];
  /** Locks the holders and decides which of them may log in; writes nothing. Returns an outcome for each login. */
  readonly admit: (manager: EntityManager) => Promise<Outcome<A>[]>;
  /**
   * Writes the changes of the logins apart from their sessions; called only with logins whose session can be opened.
   */
  readonly settle: (manager: EntityManager, admitted: readonly A[]) => Promise<void>;
  /**
   * A login may have to end another session that a different transaction has locked. The login then waits, or is skipped
   * with the outcome `undefined`.
   */
  readonly whenLocked: 'wait' | 'skip';
}

export interface OpenedSession {
  readonly token: string;
  readonly session: CachedSession;
}

/** A session that was opened but is not in the cache yet. */
export interface NewSession<A extends Admission> {
  readonly admitted: A;
  readonly token: string;
  readonly row: Session;
  readonly version: SessionVersion;
}

/** An admitted login whose session can be opened. */
interface Place<A extends Admission> extends Login {
  readonly admitted: A;
  /**
   * Sessions to end because their heartbeats stopped. If they stayed open, a later increase of the heartbeat timeout
   * would revive them.
   */
  readonly dead: readonly Session[];
  /** Sessions to end to make room. */
  readonly ended: readonly Session[];
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
   * Opens a session, and ends other sessions to make room for it, in one transaction.
   * @param admit locks the holder and decides whether it may log in; writes nothing
   * @param settle as in `Opening`
   * @returns the session, and what `admit` returned
   * @throws RefusalError the refusals of `admit`, or card 10213, user 10253 if the session limit is reached
   */
  async open<A extends Admission>(
    kind: SessionKind,
    login: Login,
    admit: (manager: EntityManager) => Promise<A>,
    settle: (manager: EntityManager, admitted: A) => Promise<void>,
  ): Promise<A & OpenedSession> {
    const [outcome] = await this.openAll<A>(kind, {
      logins: [login],
      admit: async (manager) => [await admit(manager)],
      settle: (manager, [admitted]) => settle(manager, admitted!),
      whenLocked: 'wait',
    });
    if (outcome instanceof RefusalError) throw outcome;
    return this.cache(kind, login, outcome!);
  }

  /**
   * Opens sessions, and ends other sessions to make room for them, in one transaction. A login that is refused or
   * skipped changes nothing. If the transaction fails, all logins fail.
   * @returns an outcome for each login; pass the new sessions to `cache`
   */
  async openAll<A extends Admission>(
    kind: SessionKind,
    { logins, admit, settle, whenLocked }: Opening<A>,
  ): Promise<Outcome<NewSession<A>>[]> {
    const version = await this.sessions.readVersion();
    return this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const found = await this.findPlaces(manager, kind, logins, await admit(manager));
        const outcomes = whenLocked === 'wait' ? found : await withoutLocked(manager, found);
        const places = outcomes.filter(succeeded);
        if (places.length === 0) return outcomes.filter(failed);

        const admitted = places.map((place) => place.admitted);
        await settle(manager, admitted);
        await endEachSession(manager, places.flatMap(endsOf));
        const tokens = places.map(() => newToken());
        const rows = await insertSessions(manager, kind, places, tokens);
        for (const row of rows) {
          if (randomInt(TRIM_EVERY) === 0)
            await trimEndedSessions(manager, row, this.config.retention.endedSessions);
        }
        await invalidate(places.flatMap(({ dead, ended }) => [...dead, ...ended]));
        const opened = places.map((_, i): NewSession<A> => ({
          admitted: admitted[i]!,
          token: tokens[i]!,
          row: rows[i]!,
          version,
        }));
        return outcomes.map((outcome) => (succeeded(outcome) ? opened[places.indexOf(outcome)]! : outcome));
      }),
    );
  }

  /** Puts a session into the cache once its transaction is committed. */
  async cache<A extends Admission>(
    kind: SessionKind,
    { caller }: Login,
    { admitted, token, row, version }: NewSession<A>,
  ): Promise<A & OpenedSession> {
    const session = toCachedSession(row, admitted.holder, kind, caller.application, caller.now);
    // The cache holds only a copy: if it fails, the login is still valid.
    await this.sessions.put(session, version).catch(ignoreUnavailable);
    return { ...admitted, token, session };
  }

  /** Finds the sessions to end for each admitted login, and refuses the logins whose session cannot be opened. */
  private async findPlaces<A extends Admission>(
    manager: EntityManager,
    kind: SessionKind,
    logins: readonly Login[],
    admissions: readonly Outcome<A>[],
  ): Promise<Outcome<Place<A>>[]> {
    const admitted = admissions.filter(succeeded);
    const roomy = await this.withoutLimitReached(manager, kind, admitted);
    const limited = admitted.filter((admission) => !roomy.has(admission));
    const holderId = limited.map(({ holder }) => holder.id);
    const notEnded =
      holderId.length === 0
        ? []
        : await findRows(manager, Session, { holderKind: kind.name, holderId, endedAt: null });
    const recent = await this.sessions.recentHeartbeats(notEnded);
    const byHolder = Map.groupBy(notEnded, (session) => session.holderId);
    return admissions.map((admission, index) => {
      if (!succeeded(admission)) return admission;
      const login = logins[index]!;
      const { application, now } = login.caller;
      const deadline = this.deadline.aliveSince(now, application);
      const isOpen = ({ id, lastSeenAt }: Session) => Math.max(lastSeenAt, recent.get(id) ?? 0) >= deadline;
      const sessions = byHolder.get(admission.holder.id) ?? [];
      const max = admission.maxSessions || this.config.quotas.sessions;
      const ended = makeRoom(sessions.filter(isOpen), login.deviceId, max, application.multiOpenPolicy);
      if (!ended) return new RefusalError(kind.refusals.multiOpen);
      const dead = sessions.filter((session) => !isOpen(session));
      return { ...login, admitted: admission, dead, ended };
    });
  }

  /**
   * Returns the admissions of the holders that have no session limit of their own, and fewer open sessions than the
   * server's quota allows. Their sessions need not be read.
   */
  private async withoutLimitReached<A extends Admission>(
    manager: EntityManager,
    kind: SessionKind,
    admitted: readonly A[],
  ): Promise<ReadonlySet<A>> {
    const roomy = new Set<A>();
    for (const admission of admitted.filter(({ maxSessions }) => maxSessions === 0)) {
      const unended = { holderKind: kind.name, holderId: admission.holder.id, endedAt: null };
      if ((await countRows(manager, Session, unended)) < this.config.quotas.sessions) roomy.add(admission);
    }
    return roomy;
  }
}

/** True for the result of a login that was neither refused nor skipped. */
export function succeeded<T extends object>(outcome: Outcome<T>): outcome is T {
  return outcome !== undefined && !(outcome instanceof RefusalError);
}

function failed<T extends object>(outcome: Outcome<T>): outcome is RefusalError | undefined {
  return !succeeded(outcome);
}

/**
 * Skips a login if another transaction has locked a session that the login would end. Locks the other sessions that the
 * logins would end.
 */
async function withoutLocked<A extends Admission>(
  manager: EntityManager,
  outcomes: readonly Outcome<Place<A>>[],
): Promise<Outcome<Place<A>>[]> {
  const ends = outcomes.filter(succeeded).flatMap(endsOf);
  const locked = new Set(
    await lockAvailableSessions(
      manager,
      ends.map(({ id }) => id),
    ),
  );
  return outcomes.map((outcome) =>
    succeeded(outcome) && !endsOf(outcome).every(({ id }) => locked.has(id)) ? undefined : outcome,
  );
}

/** Returns the sessions that a new session ends, each with the reason. */
function endsOf({ caller, deviceId, dead, ended }: Place<Admission>) {
  const endedAt = caller.now;
  return [
    ...dead.map(({ id }) => ({ id, endedAt, endReason: 'timeout' as const })),
    ...ended.map((session) => ({
      id: session.id,
      endedAt,
      endReason: session.deviceId === deviceId ? ('replaced' as const) : ('kicked' as const),
    })),
  ];
}

/**
 * Returns the milliseconds by which the last-seen time of a new session precedes the login. A session whose first
 * heartbeat is due before the heartbeat timeout therefore times out when this heartbeat is late.
 */
function silenceMs({ firstHeartbeatSec = Infinity }: SessionKind, { application }: ClientCall): number {
  return Math.max(0, application.heartbeatTimeoutSec - firstHeartbeatSec) * 1000;
}

async function insertSessions(
  manager: EntityManager,
  kind: SessionKind,
  places: readonly Place<Admission>[],
  tokens: readonly string[],
): Promise<Session[]> {
  const rows = places.map(({ caller, deviceId, admitted: { holder } }, index) =>
    Object.assign(new Session(), {
      holderKind: kind.name,
      holderId: holder.id,
      deviceId,
      tokenHash: hashToken(tokens[index]!),
      lastSeenAt: caller.now - silenceMs(kind, caller),
      applicationId: caller.application.id,
      ip: caller.ip,
      createdAt: caller.now,
      endedAt: null,
      endReason: null,
    }),
  );
  const [first, ...others] = rows;
  if (others.length === 0) {
    first!.id = await insertRow(manager, Session, first!);
    return rows;
  }
  await insertRows(manager, Session, rows);
  // Generated ids need not be consecutive: each node of a database cluster skips the ids of the other nodes.
  const tokenHash = rows.map((row) => row.tokenHash);
  const ids = new Map(
    (await findRows(manager, Session, { tokenHash })).map((row) => [row.tokenHash, row.id] as const),
  );
  for (const row of rows) row.id = ids.get(row.tokenHash)!;
  return rows;
}

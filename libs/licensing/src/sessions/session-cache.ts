import { isDatabaseUnavailable, type Session, type SessionKindName } from '@app/database';
import { ignoreUnavailable } from '@app/platform';
import type { Expiry } from '../holder.result.js';
import type { Uses } from '../rules/uses.js';
import { type SaveHeartbeats, UnsavedHeartbeats } from './unsaved-heartbeats.js';

/** The data of a session that a heartbeat needs. It is a copy; the database is authoritative. */
export interface CachedSession {
  readonly id: number;
  readonly tokenHash: string;
  readonly applicationId: number;
  /** The application's revision when the session was read. A later revision makes the copy stale. */
  readonly applicationRevision: number;
  /** Seconds without a heartbeat after which the session is dead. */
  readonly heartbeatTimeoutSec: number;
  readonly holderKind: SessionKindName;
  readonly holderId: number;
  /** The card, the user name or (for a trial) the device id to which the session belongs. */
  readonly holderName: string;
  /** The device that opened the session. */
  readonly deviceId: string;
  /** Epoch milliseconds; `null` if permanent. */
  readonly expiresAt: number | null;
  /** The expiry in the client API's format. */
  readonly expiry: Readonly<Expiry>;
  /** Uses that the holder has left; undefined if the holder is not counted. */
  readonly uses: Uses | undefined;
  /**
   * Epoch milliseconds of the last heartbeat. Before the first heartbeat, the time of the login; for a trial an earlier
   * time, so that the session times out sooner if the first heartbeat is missing.
   */
  readonly lastSeenAt: number;
}

export interface Holder {
  readonly holderKind: SessionKindName;
  readonly holderId: number;
}

/** Identifies the copies affected by a change: the copy of one session, or the copies of all sessions of a holder. */
export interface AffectedSessions extends Holder {
  /** Hash of the session's token; if omitted, all sessions of the holder are affected. */
  readonly tokenHash?: string;
}

/** A point in time that can be compared with the times of changes. Later versions are greater. */
export type SessionVersion = number;

/**
 * Invalidates the sessions and holders that a transaction has changed. The transaction usually calls this function as
 * the last step before the commit.
 */
export type Invalidate = (affected: readonly AffectedSessions[]) => Promise<void>;

/**
 * Cached state of sessions, from which heartbeats are answered without SQL. A transaction that changes sessions or
 * holders runs within `invalidating`, which drops the affected copies. Sessions that are still alive are read again
 * when they are needed.
 */
export abstract class SessionCache {
  protected readonly unsaved = new UnsavedHeartbeats();
  /**
   * Milliseconds after which copies are dropped again if the end of a transaction is unknown. A commit that was sent
   * over a broken connection can still reach the database up to about two minutes later.
   */
  lateCommitsMs: readonly number[] = [5_000, 30_000, 120_000];

  /** Returns the current version. Call this before reading a session from the database for `put`. */
  abstract readVersion(): Promise<SessionVersion>;

  /**
   * Stores a session that was read from the database after `version` was read. If the session's holder has changed
   * since then or is changing, the session is not stored, because the copy may be outdated.
   * @returns the session, whether stored or not, with its latest known heartbeat
   */
  abstract put(session: CachedSession, version: SessionVersion): Promise<CachedSession>;

  abstract find(tokenHash: string): Promise<CachedSession | undefined>;

  /** Records a heartbeat at `now` (epoch milliseconds). The time of the last heartbeat never goes back. */
  abstract touch(session: CachedSession, now: number): Promise<void>;

  /**
   * Returns the latest heartbeats that may not be visible in the database yet, by session id.
   * @returns epoch milliseconds; sessions without such a heartbeat may be omitted
   */
  abstract recentHeartbeats(
    sessions: readonly Pick<Session, 'id' | 'tokenHash'>[],
  ): Promise<ReadonlyMap<number, number>>;

  /** Number of sessions with an unsaved heartbeat. */
  get unsavedHeartbeats(): number {
    return this.unsaved.size;
  }

  /**
   * Calls `save` with all heartbeats since the previous call of this method. Heartbeats that `save` leaves unsaved are
   * kept for the next call. If `save` fails, all heartbeats are kept.
   */
  saveHeartbeats(save: SaveHeartbeats): Promise<void> {
    return this.unsaved.save(save);
  }

  /**
   * Runs a transaction that changes sessions or holders. When the transaction has ended, the copies of the affected
   * sessions are dropped. If several processes share the copies, the transaction's call of `invalidate` has already
   * dropped them once. A copy read before the end of the transaction is never stored after it.
   */
  async invalidating<T>(transaction: (invalidate: Invalidate) => Promise<T>): Promise<T> {
    const resumes: (() => Promise<void>)[] = [];
    const all: (readonly AffectedSessions[])[] = [];
    try {
      return await transaction(async (affected) => {
        all.push(affected);
        resumes.push(await this.invalidate(affected));
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) for (const affected of all) this.invalidateLater(affected);
      throw error;
    } finally {
      // This also runs after an error, since the commit may have succeeded although the reply was lost.
      for (const resume of resumes) await resume();
    }
  }

  /**
   * Drops copies again after a transaction whose end is unknown or was not reported. The database may receive the
   * commit after this process has stopped waiting for the reply. Copies that were read before the commit are outdated.
   */
  invalidateLater(affected: readonly AffectedSessions[]): void {
    const drop = async () => (await this.invalidate(affected))();
    for (const delayMs of this.lateCommitsMs)
      setTimeout(() => void drop().catch(ignoreUnavailable), delayMs).unref();
  }

  /**
   * After a commit, writes a holder's remaining uses into the copies of its sessions. `invalidating` would drop these
   * copies instead, and each request of a busy card would have to read its session again. If another transaction has
   * also changed the holder since `version`, or is still changing it, this method drops the copies as `invalidating`
   * does.
   * @param version read before the transaction
   */
  abstract noteUses(holder: Holder, uses: Uses, version: SessionVersion): Promise<void>;

  /** @returns a function to call when the transaction has ended; it never fails */
  protected abstract invalidate(affected: readonly AffectedSessions[]): Promise<() => Promise<void>>;
}

/** Returns a key that identifies a card, user or trial. */
export function holderKey({ holderKind, holderId }: Holder): string {
  return `${holderKind}:${holderId}`;
}

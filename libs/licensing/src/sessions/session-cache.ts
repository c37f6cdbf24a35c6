import type { HolderKindName, Session } from '@app/database';
import type { Expiry } from '../holder.result.js';
import { type SaveHeartbeats, UnsavedHeartbeats } from './unsaved-heartbeats.js';

/** The data of a session that a heartbeat needs: a copy of the database, which is authoritative. */
export interface CachedSession {
  readonly id: number;
  readonly tokenHash: string;
  readonly applicationId: number;
  /** The application's revision when this was read; a later one makes the copy stale. */
  readonly applicationRevision: number;
  /** Seconds without a heartbeat after which the session is dead. */
  readonly heartbeatTimeoutSec: number;
  readonly holderKind: HolderKindName;
  readonly holderId: number;
  /** The card or user name that the session belongs to. */
  readonly holderName: string;
  /** The device that opened the session. */
  readonly deviceId: string;
  /** Epoch milliseconds; null: permanent. */
  readonly expiresAt: number | null;
  /** The expiry in the client API's format. */
  readonly expiry: Readonly<Expiry>;
  /** Epoch milliseconds of the last heartbeat, or of the login. */
  readonly lastSeenAt: number;
}

/** Identifies the copies affected by a change: one session's, or those of all sessions of a holder. */
export interface AffectedSessions {
  readonly holderKind: HolderKindName;
  readonly holderId: number;
  /** Omitted: all sessions of the holder. */
  readonly tokenHash?: string;
}

/** A moment that is comparable with those of changes; later ones are greater. */
export type SessionVersion = number;

/** Call inside a transaction, as the last step before it commits, with the sessions and holders that it has changed. */
export type Invalidate = (affected: readonly AffectedSessions[]) => Promise<void>;

/**
 * Cached state of sessions, from which heartbeats are answered without SQL. Changes are written to the database within
 * `invalidating`; sessions that are still alive are read again on demand.
 */
export abstract class SessionCache {
  protected readonly unsaved = new UnsavedHeartbeats();

  /** Returns a version to take before reading a session from the database for `put`. */
  abstract readVersion(): Promise<SessionVersion>;

  /**
   * Stores a session that was read after `version` was taken, unless its holder has changed since or is changing: the
   * copy may then be out of date, and is read again on demand.
   * @returns the session with its latest known heartbeat, stored or not
   */
  abstract put(session: CachedSession, version: SessionVersion): Promise<CachedSession>;

  abstract find(tokenHash: string): Promise<CachedSession | undefined>;

  /** Records a heartbeat at `now` (epoch milliseconds). The time of the last one never goes back. */
  abstract touch(session: CachedSession, now: number): Promise<void>;

  /**
   * Returns the latest heartbeats that may not be visible in the database yet, by session id.
   * @returns epoch milliseconds; ids without anything newer are omitted
   */
  abstract recentHeartbeats(
    sessions: readonly Pick<Session, 'id' | 'tokenHash'>[],
  ): Promise<ReadonlyMap<number, number>>;

  /** Number of sessions with an unsaved heartbeat. */
  get unsavedHeartbeats(): number {
    return this.unsaved.size;
  }

  /**
   * Passes the heartbeats since the last call to `save`. Those it leaves are kept for the next call; all of them, when
   * it fails.
   */
  saveHeartbeats(save: SaveHeartbeats): Promise<void> {
    return this.unsaved.save(save);
  }

  /**
   * Runs a transaction that changes sessions or holders. From the call of `invalidate` until the transaction has ended,
   * no copies of the affected sessions are kept, and none read before its end is ever stored after it.
   */
  async invalidating<T>(transaction: (invalidate: Invalidate) => Promise<T>): Promise<T> {
    const resumes: (() => Promise<void>)[] = [];
    try {
      return await transaction(async (affected) => void resumes.push(await this.invalidate(affected)));
    } finally {
      // Committed or not: the commit may have succeeded although its answer got lost.
      for (const resume of resumes) await resume();
    }
  }

  /** @returns a function to call when the transaction has ended; it never fails */
  protected abstract invalidate(affected: readonly AffectedSessions[]): Promise<() => Promise<void>>;
}

/** Returns a text that identifies a holder among all. */
export function holderKey({ holderKind, holderId }: AffectedSessions): string {
  return `${holderKind}:${holderId}`;
}

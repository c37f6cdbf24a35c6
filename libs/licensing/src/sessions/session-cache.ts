import type { HolderKindName, Session } from '@app/database';
import type { Expiry } from '../holder.result.js';

/** What a heartbeat needs to know of a session. The database is the record; this is a copy of it. */
export interface CachedSession {
  readonly id: number;
  readonly tokenHash: string;
  readonly applicationId: number;
  /** The application's revision when this was read; at a later one it has to be read again. */
  readonly applicationRevision: number;
  /** Seconds without a heartbeat after which it is dead. */
  readonly heartbeatTimeoutSec: number;
  readonly holderKind: HolderKindName;
  readonly holderId: number;
  /** The card or user name that the session belongs to. */
  readonly holderName: string;
  /** The device it was opened on. */
  readonly deviceId: string;
  /** Epoch milliseconds; null: permanent. */
  readonly expiresAt: number | null;
  /** The expiry as clients are shown it. */
  readonly expiry: Readonly<Expiry>;
  /** Epoch milliseconds of the last heartbeat or the login. */
  readonly lastSeenAt: number;
}

/** Whose copies a change concerns: one session's, or those of all sessions of a holder. */
export interface Concerned {
  readonly holderKind: HolderKindName;
  readonly holderId: number;
  /** Left out: all sessions of the holder. */
  readonly tokenHash?: string;
}

/** A moment, to be compared with those of changes; later ones are greater. */
export type SessionVersion = number;

/** To be called inside a transaction, as the last thing before it commits, with what it has changed. */
export type Invalidate = (concerned: readonly Concerned[]) => Promise<void>;

/**
 * Saves the latest heartbeats of sessions, by session id.
 * @returns ids of sessions whose heartbeat could not be saved yet
 */
export type SaveHeartbeats = (lastSeenAt: ReadonlyMap<number, number>) => Promise<readonly number[]>;

/**
 * The hot state of sessions, from which heartbeats are answered without SQL. Changes are written to the database, in
 * `invalidating`, and what still lives is read again when it is next asked for.
 */
export abstract class SessionCache {
  /** A mark to take before reading a session from the database that will be `put` here. */
  abstract readVersion(): Promise<SessionVersion>;

  /**
   * Stores a session that was read after `version` was taken, unless its holder has changed since, or is changing: it
   * may be out of date then, and is read again when it is next asked for.
   * @returns the session with the latest heartbeat known, stored or not
   */
  abstract put(session: CachedSession, version: SessionVersion): Promise<CachedSession>;

  abstract find(tokenHash: string): Promise<CachedSession | undefined>;

  /** Notes a heartbeat at `now` (epoch milliseconds). The time of the last one never goes back. */
  abstract touch(session: CachedSession, now: number): Promise<void>;

  /**
   * Of sessions the latest heartbeats that a reader of the database may not have seen there, by session id.
   * @returns epoch milliseconds; ids are left out of which nothing newer is known
   */
  abstract recentHeartbeats(
    sessions: readonly Pick<Session, 'id' | 'tokenHash'>[],
  ): Promise<ReadonlyMap<number, number>>;

  /** How many sessions have a heartbeat that is still to be saved. */
  abstract get unsavedHeartbeats(): number;

  /** Hands the heartbeats since the last call to `save`. What it leaves is kept for the next call; all, when it fails. */
  abstract saveHeartbeats(save: SaveHeartbeats): Promise<void>;

  /**
   * Runs a transaction that changes sessions or holders. From `invalidate` until the transaction has ended no copies of
   * what it concerns are kept; and none that was read before it ended is ever stored after it.
   */
  async invalidating<T>(transaction: (invalidate: Invalidate) => Promise<T>): Promise<T> {
    const resumes: (() => Promise<void>)[] = [];
    try {
      return await transaction(async (concerned) => void resumes.push(await this.invalidate(concerned)));
    } finally {
      // Committed or not: the database may have done it, and only its answer got lost.
      for (const resume of resumes) await resume();
    }
  }

  /** @returns to be called when the transaction has ended; it does not fail */
  protected abstract invalidate(concerned: readonly Concerned[]): Promise<() => Promise<void>>;
}

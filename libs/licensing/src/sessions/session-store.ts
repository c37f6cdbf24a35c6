import type { HolderKindName, Session } from '@app/database';
import type { Expiry } from '../holder.result.js';

/** What a heartbeat needs to know of a session. The database is the record; this is a copy of it. */
export interface LiveSession {
  readonly id: number;
  readonly tokenHash: string;
  readonly applicationId: number;
  /** The application's revision when this was read; at a later one it has to be read again. */
  readonly applicationRevision: number;
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

export type SessionKey = Pick<Session, 'tokenHash' | 'holderKind' | 'holderId'>;

/**
 * The hot state of sessions, from which heartbeats are answered without SQL. Changes are written to the database
 * first; once they are committed, the store is told to forget what they concern, and what still lives is read again
 * when it is next asked for.
 */
export abstract class SessionStore {
  /** A mark to take before reading a session from the database that will be `put` here. */
  abstract ticket(): number;

  /**
   * Stores a session that was read after `ticket` was taken, with the latest heartbeat known.
   * @returns what was stored; undefined when its holder changed meanwhile and it has to be read again
   */
  abstract put(session: LiveSession, ticket: number): Promise<LiveSession | undefined>;

  abstract find(tokenHash: string): Promise<LiveSession | undefined>;

  /** Notes a heartbeat at `now` (epoch milliseconds). The time of the last one never goes back. */
  abstract touch(session: LiveSession, now: number): Promise<void>;

  abstract forget(session: SessionKey): Promise<void>;
  abstract forgetHolder(kind: HolderKindName, holderId: number): Promise<void>;

  /** When a session was last seen, if a reader of the database may not have seen that heartbeat there. */
  abstract recentHeartbeat(sessionId: number): number | undefined;

  /** Hands the heartbeats since the last call to `save`, by session id; when it fails, they are kept for the next call. */
  abstract saveHeartbeats(save: (lastSeenAt: ReadonlyMap<number, number>) => Promise<void>): Promise<void>;
}

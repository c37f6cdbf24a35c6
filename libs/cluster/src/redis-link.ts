import type { Cluster, Redis } from 'ioredis';

/** Reports faults of a link, and when it can be used again. */
export interface LinkEvents {
  /** The connection is ready: identify Redis. */
  ready(): void;
  /** Redis cannot be used any longer. */
  failed(error: unknown): void;
  /** The connection was closed. The reason may have been reported before. */
  closed(): void;
}

/** The state in which a link found Redis. */
export interface RedisRun {
  /** Short text that is unique to this run of Redis: data of other runs may be outdated. */
  readonly id: string;
  /**
   * Epoch milliseconds before which Redis may lack writes, because a replica has taken over without the former primary's
   * latest writes; -Infinity if no replica takes over.
   */
  readonly completeSince: number;
  /** Milliseconds that Redis took to respond. */
  readonly latencyMs: number;
}

/** Connections to Redis: to a single server, or to the primaries of a cluster. */
export interface RedisLink {
  readonly client: Redis | Cluster;
  /** False if Redis has to be identified again before it is used. */
  readonly isCurrent: boolean;
  connect(): Promise<void>;
  /**
   * Finds out which Redis responds, and since when.
   * @throws ConfigurationError if it cannot be used as `REDIS_URL` says, or another error if it may become usable
   */
  identify(): Promise<RedisRun>;
  /** The connections to all servers that take writes. */
  primaries(): readonly Redis[];
  /** Closes the connections. New ones follow. */
  drop(): void;
  /** Calls `hear` for each message on `channel`. A broken connection is replaced. */
  subscribe(channel: string, hear: (message: string) => void): void;
  /** Closes the connections for good. */
  close(): void;
}

/** Characters that tell runs of Redis apart. */
export const RUN_LENGTH = 8;

/**
 * Time in milliseconds after a change of primary in which another process may still use the former primary, plus the
 * time by which the processes' clocks may differ.
 */
export const SETTLING_MS = 1000;

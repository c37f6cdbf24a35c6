import type { PrivateServer } from '../../tools/private-server.js';

/** A Redis whose replicas take over. */
export interface ReplicatedRedis {
  /** `REDIS_URL` of servers. */
  readonly url: string;
  /** Names of all parts, as in a network. */
  readonly names: readonly string[];
  /** The server that has Latchkey's keys. */
  primary(): Promise<PrivateServer>;
  nameOf(server: PrivateServer): string;
  /** Waits until a replica has taken over from a former primary. */
  failover(from: PrivateServer): Promise<PrivateServer>;
  /** Waits until a former primary or a suspended replica has the data of the primary, and everything else works. */
  follows(server: PrivateServer): Promise<void>;
  stop(): Promise<void>;
}

import type { EntityManager } from 'typeorm';
import type { HolderEvents } from '@app/licensing';
import type { FileSecret, OutgoingRules, QuotasConfig, SecretBox } from '@app/platform';

/** The context of one run of `apply`. */
export interface ApplyContext {
  readonly manager: EntityManager;
  readonly secrets: SecretBox;
  readonly quotas: QuotasConfig;
  /** The rules for the addresses of webhooks and notifiers. */
  readonly outgoing: OutgoingRules;
  /** Writes events about changes to cards. */
  readonly events: HolderEvents;
  /** Returns the value of the environment variable that the file names for a secret; `undefined` if it is not set. */
  readonly readSecret: (name: string, secret: FileSecret) => string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Faults found so far. A single fault rolls the run back. */
  readonly faults: string[];
}

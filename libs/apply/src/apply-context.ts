import type { EntityManager } from 'typeorm';
import type { QuotasConfig, SecretBox } from '@app/platform';

/** The context of one run of `apply`. */
export interface ApplyContext {
  readonly manager: EntityManager;
  readonly secrets: SecretBox;
  readonly quotas: QuotasConfig;
  /** Returns the key of a channel by the name of its environment variable; `undefined` if it is not set. */
  readonly readKey: (name: string) => string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Faults found so far. A single fault rolls the run back. */
  readonly faults: string[];
}

import type { AdminClient } from '../admin-client.js';
import type { SignedClient } from '../signed-client.js';
import type { Reply, Rule } from './ledger.js';
import type { Wallet } from './wallet.js';
import type { Kind, Policies, World } from './world.js';

/** Something to ask of the server. */
export interface Operation {
  /** For the counts. */
  readonly kind: string;
  /** Whether anything is other than before when it is done. */
  readonly changes: boolean;
  readonly send: () => Promise<Reply>;
  readonly rule: Rule<World>;
  /** Whose session it opens when it is done. */
  readonly opens?: Kind;
}

/** An application and who speaks for it. */
export interface Shop {
  readonly name: string;
  readonly applicationId: number;
  readonly policies: Policies;
  readonly client: SignedClient;
  readonly admin: AdminClient;
}

/** A session's token that a customer was told. */
export interface KnownToken {
  readonly kind: Kind;
  readonly name: string;
  readonly token: string;
  readonly hash: string;
}

/** What a plan leaves to chance: drawn before anybody knows what there will be to choose from. */
export interface Choice {
  readonly kind: Kind;
  readonly device: string;
  readonly scope: 'app' | 'card';
  readonly key: string;
  /** Picks from a list of any length. */
  readonly which: number;
  /** Mostly what is usable is asked of, sometimes what is used up. */
  readonly usedUp: boolean;
}

/** What operations need to know of the customer they are for. */
export interface OnBehalfOf {
  readonly name: string;
  readonly shop: Shop;
  /** One of the worlds that may be. */
  readonly world: World;
  readonly password: string;
  readonly variable: string;
  readonly wallet: Pick<Wallet, 'token' | 'spare'>;
  /** A value that nobody has used before. */
  newValue(): string;
}

export type Make = (customer: OnBehalfOf, choice: Choice) => Operation;

/** How the client API names a holder. */
export function named(kind: Kind, name: string): Record<string, string> {
  return kind === 'card' ? { card: name } : { username: name };
}

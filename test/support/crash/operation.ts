import type { AdminClient } from '../admin-client.js';
import type { ShopClient } from '../shop.js';
import type { SignedClient } from '../signed-client.js';
import type { Reply, Rule } from './ledger.js';
import type { Wallet } from './wallet.js';
import type { Kind, Policies, World } from './world.js';

/** A request to the server. */
export interface Operation {
  /** The kind under which the request is counted. */
  readonly kind: string;
  /** True if the request changes anything on success. */
  readonly changes: boolean;
  readonly send: () => Promise<Reply>;
  readonly rule: Rule<World>;
  /** The kind of holder whose session the request opens on success. */
  readonly opens?: Kind;
}

/** An application with the clients that call it. */
export interface Shop {
  readonly name: string;
  readonly applicationId: number;
  readonly policies: Policies;
  readonly client: SignedClient;
  readonly admin: AdminClient;
  /** A client that orders cards. */
  readonly orders: ShopClient;
}

/** A session token known to a customer. */
export interface KnownToken {
  readonly kind: Kind;
  readonly name: string;
  readonly token: string;
  readonly hash: string;
}

/** Random choices of a plan, drawn before the available options are known. */
export interface Choice {
  readonly kind: Kind;
  readonly device: string;
  readonly scope: 'app' | 'card';
  readonly key: string;
  /** Random number that selects an item from a list of any length. */
  readonly which: number;
  /** True to select a used-up item (seldom), false to select a usable item. */
  readonly usedUp: boolean;
}

/** The parts of a customer that operations need. */
export interface OnBehalfOf {
  readonly name: string;
  readonly shop: Shop;
  /** One of the possible worlds. */
  readonly world: World;
  readonly password: string;
  readonly variable: string;
  readonly wallet: Pick<Wallet, 'token' | 'spare'>;
  /** Returns a value that was never used before. */
  newValue(): string;
}

export type Make = (customer: OnBehalfOf, choice: Choice) => Operation;

/** Returns the device on which a customer has a trial. */
export function trialDevice(customer: string): string {
  return `${customer}-trial`;
}

/** Returns the parameter by which the client API names a holder. */
export function named(kind: Kind, name: string): Record<string, string> {
  return kind === 'card' ? { card: name } : { username: name };
}

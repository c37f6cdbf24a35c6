import type { EntityTarget } from 'typeorm';
import { Card, type HolderKindName, type LicenceHolder, User } from '@app/database';
import type { PermanentRefusal, RefusalName } from './refusal-error.js';

type StateRefusal = Exclude<RefusalName, PermanentRefusal>;

/** Describes a kind of licence holder to the shared rules: its table, and its names for refusals. */
export interface HolderKind<T extends LicenceHolder = LicenceHolder> {
  readonly name: HolderKindName;
  readonly entity: EntityTarget<T>;
  /** Name of the request parameter and of the entity property that identify a holder. */
  readonly nameProperty: 'card' | 'username';
  readonly refusals: {
    readonly unavailable: StateRefusal;
    readonly frozen: StateRefusal;
    readonly expired: StateRefusal;
    readonly multiOpen: StateRefusal;
    readonly permanent: PermanentRefusal;
  };
}

/** Cards, for the shared licensing rules. */
export const CARD: HolderKind<Card> = {
  name: 'card',
  entity: Card,
  nameProperty: 'card',
  refusals: {
    unavailable: 'CARD_UNAVAILABLE',
    frozen: 'CARD_FROZEN',
    expired: 'CARD_EXPIRED',
    multiOpen: 'CARD_MULTI_OPEN',
    permanent: 'CARD_PERMANENT',
  },
};

/** Users, for the shared licensing rules. An unknown user is refused like a wrong password. */
export const USER: HolderKind<User> = {
  name: 'user',
  entity: User,
  nameProperty: 'username',
  refusals: {
    unavailable: 'USER_PASSWORD_WRONG',
    frozen: 'USER_FROZEN',
    expired: 'USER_EXPIRED',
    multiOpen: 'USER_MULTI_OPEN',
    permanent: 'USER_PERMANENT',
  },
};

import type { EntityTarget } from 'typeorm';
import { Card, type HolderKindName, type LicenceHolder, User } from '@app/database';
import type { PermanentRefusal, RefusalName } from './refusal-error.js';

type StateRefusal = Exclude<RefusalName, PermanentRefusal>;

/** How the shared rules find a kind of licence holder and by which names they refuse it. */
export interface HolderKind<T extends LicenceHolder = LicenceHolder> {
  readonly name: HolderKindName;
  readonly entity: EntityTarget<T>;
  /** What clients name a holder by: the request parameter and the entity's property. */
  readonly nameProperty: 'card' | 'username';
  readonly refusals: {
    readonly unavailable: StateRefusal;
    readonly frozen: StateRefusal;
    readonly expired: StateRefusal;
    readonly multiOpen: StateRefusal;
    readonly permanent: PermanentRefusal;
  };
}

/** Cards as the shared licensing rules see them. */
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

/** Users as the shared licensing rules see them. An unknown user is refused like a wrong password. */
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

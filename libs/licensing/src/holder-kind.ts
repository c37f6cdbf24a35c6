import type { EntityTarget } from 'typeorm';
import type { ClientErrorName } from '@app/auth-signature';
import { Card, type HolderKindName, type LicenceHolder, User } from '@app/database';

/** How the shared rules find a kind of licence holder and with which codes they refuse it. */
export interface HolderKind<T extends LicenceHolder = LicenceHolder> {
  readonly name: HolderKindName;
  readonly entity: EntityTarget<T>;
  /** What clients name a holder by: the request parameter and the entity's property. */
  readonly nameProperty: 'card' | 'username';
  readonly refusals: {
    readonly unavailable: ClientErrorName;
    readonly frozen: ClientErrorName;
    readonly expired: ClientErrorName;
    readonly multiOpen: ClientErrorName;
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
  },
};

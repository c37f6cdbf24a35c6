import type { EntityTarget } from 'typeorm';
import type { ClientErrorName } from '@app/auth-signature';
import type { HolderKindName, LicenceHolder } from '@app/database';

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

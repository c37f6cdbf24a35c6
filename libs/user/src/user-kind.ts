import { User } from '@app/database';
import type { HolderKind } from '@app/licensing';

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

import { Card } from '@app/database';
import type { HolderKind } from '@app/licensing';

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

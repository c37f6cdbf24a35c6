import type { Card, Dto, User } from '../api/types';

/** A card or a user: what holds time, devices and sessions. */
export type Holder = Card | User;
export type HolderKind = Dto<'DeviceDto'>['holderKind'];
export type HolderResource = 'cards' | 'users';

export function kindOf(resource: string): HolderKind {
  return resource === 'users' ? 'user' : 'card';
}

export function resourceOf(kind: HolderKind): HolderResource {
  return kind === 'user' ? 'users' : 'cards';
}

/** How cards and users are told apart in a list and in a sentence: `null` is what the API has for deleted ones. */
export function nameOf(holder: Holder): string {
  return 'card' in holder ? holder.card : holder.username;
}

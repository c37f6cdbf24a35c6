import type { Card, Dto, User } from '../api/types';

/** A card or a user: an owner of time, devices and sessions. */
export type Holder = Card | User;
export type HolderKind = Dto<'DeviceDto'>['holderKind'];
export type HolderResource = 'cards' | 'users';

export function kindOf(resource: string): HolderKind {
  return resource === 'users' ? 'user' : 'card';
}

export function resourceOf(kind: HolderKind): HolderResource {
  return kind === 'user' ? 'users' : 'cards';
}

/** Returns the display name of a card or user. */
export function nameOf(holder: Holder): string {
  return 'card' in holder ? holder.card : holder.username;
}

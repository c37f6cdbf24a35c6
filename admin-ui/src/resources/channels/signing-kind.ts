import type { Dto } from '../../api/types';

type Kind = Dto<'ChannelDto'>['kind'];

/** True for protocols in which the shop sends an id and signs with the key. Then `keyHint` is the whole id. */
export function isSigningKind(kind: Kind): kind is 'acg' | 'dujiao' {
  return kind === 'acg' || kind === 'dujiao';
}

import type { HolderKind } from './holder';

/** As choices of a filter. */
export const HOLDER_KINDS: { id: HolderKind; name: string }[] = [
  { id: 'card', name: 'panel.holder.card' },
  { id: 'user', name: 'panel.holder.user' },
];

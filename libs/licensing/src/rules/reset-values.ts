import type { HolderKindName } from '@app/database';

/**
 * Returns the values of a holder that becomes unused again. It may be resold, so the previous owner's unbind password
 * must no longer work. Usage against its limits is kept.
 */
export function resetValues(kind: HolderKindName) {
  return {
    status: 'unused',
    activatedAt: null,
    expiresAt: null,
    ...(kind === 'card' && { unbindPasswordHash: null }),
  } as const;
}

import type { Card, HolderKindName, LicenceHolder } from '@app/database';

/**
 * Returns the new values of a holder that becomes unused again. The holder may be resold, so the previous owner's
 * unbind password must no longer work. The previous owner still knows the card, so the card counts as issued, and no
 * channel sells it. The numbers of unbinds and of consumed uses are kept.
 * @param now epoch milliseconds
 */
export function resetValues(kind: HolderKindName, holder: LicenceHolder, now: number) {
  return {
    status: 'unused',
    activatedAt: null,
    expiresAt: null,
    ...(kind === 'card' && { unbindPasswordHash: null, issuedAt: (holder as Card).issuedAt ?? now }),
  } as const;
}

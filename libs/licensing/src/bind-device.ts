import type { EntityManager } from 'typeorm';
import { Device, type LicenceHolder } from '@app/database';
import type { ClientCall } from './client-call.js';
import type { HolderKind } from './holder-kind.js';

/**
 * Binds one more device to a holder.
 * @param holder locked or just created, and below its device limit
 * @param deviceId 1–128 characters
 */
export async function bindDevice(
  manager: EntityManager,
  kind: HolderKind,
  { application, now }: ClientCall,
  holder: Pick<LicenceHolder, 'id'>,
  deviceId: string,
): Promise<void> {
  await manager.insert(Device, {
    applicationId: application.id,
    holderKind: kind.name,
    holderId: holder.id,
    deviceId,
    boundAt: now,
  });
}

import type { EntityManager } from 'typeorm';
import { SoftwareVersion, versionKey, serializeTransactions } from '@app/database';
import { invalid, problem } from '../../errors/admin-error.js';

/**
 * Refuses a version that clients cannot distinguish from another one of its channel.
 * @throws AdminError 422
 */
export async function refuseTwin(version: SoftwareVersion, manager: EntityManager): Promise<void> {
  const { id, applicationId, channel } = version;
  // The unique index detects only identical texts.
  await serializeTransactions(manager);
  const all = await manager.find(SoftwareVersion, {
    select: { id: true, channel: true, version: true },
    where: { applicationId, channel },
  });
  const key = versionKey(version);
  const twin = all.find((other) => other.id !== id && versionKey(other) === key);
  if (twin) throw invalid({ version: problem('version_taken', { channel, version: twin.version }) });
}

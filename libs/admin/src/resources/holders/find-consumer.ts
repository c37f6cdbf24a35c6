import type { EntityManager } from 'typeorm';
import type { Card, LicenceHolder } from '@app/database';
import { withHolderNames } from './holder-names.js';
import type { ConsumerDto } from './holder-support.dto.js';

/** Returns the card or user that consumed the holder; `null` if the holder is a user or was not consumed. */
export async function findConsumer(
  manager: EntityManager,
  holder: LicenceHolder,
): Promise<ConsumerDto | null> {
  const { consumedByKind: kind, consumedById: id, consumedAt: at } = holder as Partial<Card>;
  if (kind == null || id == null || at == null) return null;
  const [named] = await withHolderNames(manager, [{ holderKind: kind, holderId: id }]);
  return { kind, id, name: named!.holderName, at };
}

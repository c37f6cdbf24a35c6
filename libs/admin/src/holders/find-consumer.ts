import type { EntityManager } from 'typeorm';
import type { Card, LicenceHolder } from '@app/database';
import { withHolderNames } from './holder-names.js';
import type { ConsumerDto } from './holder-support.dto.js';

/** Words for an administrator who freezes cards that were spent: who keeps the time. */
export function keptBy(consumers: readonly Pick<ConsumerDto, 'kind' | 'id' | 'name'>[]): string {
  const names = consumers.map(({ kind, id, name }) => `${kind} ${name ?? `(deleted, ${id})`}`);
  return `Freezing a spent card takes nothing back. Its time is kept by: ${names.join(', ')}`;
}

/** What a card was spent on; null: on nothing, or it is no card. */
export async function findConsumer(
  manager: EntityManager,
  holder: LicenceHolder,
): Promise<ConsumerDto | null> {
  const { consumedByKind: kind, consumedById: id, consumedAt: at } = holder as Partial<Card>;
  if (kind == null || id == null || at == null) return null;
  const [named] = await withHolderNames(manager, [{ holderKind: kind, holderId: id }]);
  return { kind, id, name: named!.holderName, at };
}

import { type EntityManager, In } from 'typeorm';
import { Card, type SessionKindName, Trial, User } from '@app/database';

interface OfHolder {
  holderKind: SessionKindName;
  holderId: number;
}

/** Adds to each row the name of its holder (for a trial, the device id), or null if the holder was deleted. */
export async function withHolderNames<T extends OfHolder>(
  manager: EntityManager,
  rows: readonly T[],
): Promise<(T & { holderName: string | null })[]> {
  const ids = (kind: SessionKindName) =>
    In(rows.filter(({ holderKind }) => holderKind === kind).map(({ holderId }) => holderId));
  const [cards, users, trials] = await Promise.all([
    manager.find(Card, { select: { id: true, card: true }, where: { id: ids('card') } }),
    manager.find(User, { select: { id: true, username: true }, where: { id: ids('user') } }),
    manager.find(Trial, { select: { id: true, deviceId: true }, where: { id: ids('trial') } }),
  ]);
  const names = {
    card: new Map(cards.map(({ id, card }) => [id, card])),
    user: new Map(users.map(({ id, username }) => [id, username])),
    trial: new Map(trials.map(({ id, deviceId }) => [id, deviceId])),
  };
  return rows.map((row) =>
    Object.assign(row, { holderName: names[row.holderKind].get(row.holderId) ?? null }),
  );
}

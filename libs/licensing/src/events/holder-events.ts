import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Card, CardType, type HolderKindName, type LicenceHolder, User } from '@app/database';
import { type EventData, type HolderRef, Outbox, partsOf } from '@app/events';
import { toSeconds } from '@app/platform';

/** Types of events about one holder. `OfMany` contains the types of events about a change of several holders. */
type OfOne = 'card.activated' | 'card.recharged' | 'card.used_up' | 'user.registered' | 'trial.converted';
type OfMany = 'card.frozen' | 'card.unfrozen' | 'card.unbound';

/** The fields of an event that cannot be derived from the holder. */
type Details<T extends OfOne> = Omit<EventData[T], keyof HolderRef | 'expires_ts'>;

/** Holders of one kind, with locked rows. */
export interface HolderIds {
  readonly holderKind: HolderKindName;
  readonly holderIds: readonly number[];
}

const ROWS = 500;

/** Writes the events about cards and users. Names are read only if the event has a subscriber. */
@Injectable()
export class HolderEvents {
  constructor(private readonly outbox: Outbox) {}

  /**
   * Writes an event about a change of a holder.
   * @param holder with its new state
   * @param now epoch milliseconds
   */
  async one<T extends OfOne>(
    manager: EntityManager,
    type: T,
    holderKind: HolderKindName,
    holder: Pick<LicenceHolder, 'id' | 'applicationId'>,
    now: number,
    details: Details<T>,
  ): Promise<void> {
    const { applicationId } = holder;
    if (!this.outbox.isWanted(applicationId, type)) return;
    const [found] = await findRefs(manager, { holderKind, holderIds: [holder.id] });
    if (!found) return;
    const { expires_ts, ...ref } = found;
    const hasExpiry = type !== 'card.used_up' && type !== 'trial.converted';
    const data = { ...ref, ...(hasExpiry && { expires_ts }), ...details } as unknown as EventData[T];
    await this.outbox.write(manager, now, { type, applicationId, data });
  }

  /**
   * Writes an event about a change of several holders of an application.
   * @param now epoch milliseconds
   */
  async many<T extends OfMany>(
    manager: EntityManager,
    type: T,
    applicationId: number,
    { holderKind, holderIds }: HolderIds,
    now: number,
    details: Omit<EventData[T], 'holders'>,
  ): Promise<void> {
    if (!this.outbox.isWanted(applicationId, type)) return;
    for (let start = 0; start < holderIds.length; start += ROWS) {
      const part = holderIds.slice(start, start + ROWS);
      const refs = (await findRefs(manager, { holderKind, holderIds: part })).map(withoutExpiry);
      const events = partsOf(refs).map((holders) => ({
        type,
        applicationId,
        data: { holders, ...details } as unknown as EventData[T],
      }));
      await this.outbox.write(manager, now, ...events);
    }
  }

  /** Writes an event about cards that were generated or imported. */
  async issued(
    manager: EntityManager,
    { applicationId, name }: Pick<CardType, 'applicationId' | 'name'>,
    cards: readonly (Pick<Card, 'card'> & { readonly batch?: string | null })[],
    now: number,
  ): Promise<void> {
    if (!this.outbox.isWanted(applicationId, 'card.issued')) return;
    const batches = Map.groupBy(cards, ({ batch }) => batch ?? null);
    const events = [...batches].flatMap(([batch, group]) =>
      partsOf(group.map(({ card }) => card)).map((keys) => ({
        type: 'card.issued' as const,
        applicationId,
        data: { card_type: name, cards: keys, batch },
      })),
    );
    await this.outbox.write(manager, now, ...events);
  }
}

export type NamedHolder = HolderRef & { readonly expires_ts: number };

/** Returns holders in the form used in events, in the order of their ids. */
export async function findRefs(
  manager: EntityManager,
  { holderKind, holderIds }: HolderIds,
): Promise<NamedHolder[]> {
  const id = In([...holderIds]);
  const shared = { id: true, cardTypeId: true, expiresAt: true } as const;
  const order = { id: 'ASC' } as const;
  const rows =
    holderKind === 'card'
      ? (await manager.find(Card, { select: { ...shared, card: true }, where: { id }, order })).map(
          (row) => ({ row, name: { card: row.card } }),
        )
      : (await manager.find(User, { select: { ...shared, username: true }, where: { id }, order })).map(
          (row) => ({ row, name: { username: row.username } }),
        );
  const typeIds = [...new Set(rows.map(({ row }) => row.cardTypeId))];
  const types = await manager.find(CardType, {
    select: { id: true, name: true },
    where: { id: In(typeIds) },
  });
  const typeNames = new Map(types.map((type) => [type.id, type.name]));
  return rows.map(({ row, name }) =>
    Object.assign({ kind: holderKind, id: row.id }, name, {
      card_type: typeNames.get(row.cardTypeId)!,
      expires_ts: row.expiresAt === null ? 0 : toSeconds(row.expiresAt),
    }),
  );
}

function withoutExpiry({ kind, id, card, username, card_type }: NamedHolder): HolderRef {
  return { kind, id, ...(card === undefined ? { username } : { card }), card_type };
}

import { In, IsNull } from 'typeorm';
import { type Application, Card, type CardType, rowLock, Session, termsOf } from '@app/database';
import type { CardEntry } from './apply-file.dto.js';
import type { Run } from './apply.service.js';
import { changesOf } from './changes.js';
import { chunks } from './chunks.js';

/** A card with the name of its type. */
export type NamedCard = Card & { typeName: string };

/** Creates or updates the cards that a file names, and gives them. */
export async function applyCards(
  run: Run,
  application: Application,
  types: CardType[],
  dtos: CardEntry[],
  path: string,
): Promise<NamedCard[]> {
  const { manager } = run;
  const existing = await findCards(run, application, dtos);
  const created: Card[] = [];
  const frozen: Card[] = [];
  const cards: NamedCard[] = [];

  for (const [index, dto] of dtos.entries()) {
    const type = types.find(({ name }) => name === dto.card_type);
    if (!type) {
      run.faults.push(
        `${path}[${index}].card_type: application ${application.name} has no card type ${dto.card_type}`,
      );
      continue;
    }
    const before = existing.get(dto.card);
    const card = before ?? newCard(run, application, type, dto);
    if (!before) created.push(card);
    else if (before.cardTypeId !== type.id && before.status !== 'unused') {
      run.faults.push(
        `${path}[${index}].card_type: the card has been used, so its type cannot change any more`,
      );
    } else {
      const changes = changesOf(before, {
        ...(before.cardTypeId !== type.id && ofType(type)),
        ...changesOf<Partial<Card>>({}, columnsOf(dto)),
      });
      if (changes.frozen === true) frozen.push(card);
      if (Object.keys(changes).length > 0) {
        await manager.update(Card, { id: card.id }, { ...changes, updatedAt: run.now });
        Object.assign(card, changes);
      }
    }
    cards.push(Object.assign(card, { typeName: type.name }));
  }

  for (const chunk of chunks(created)) await manager.insert(Card, chunk);
  for (const chunk of chunks(frozen)) {
    const sessions = {
      holderKind: 'card',
      holderId: In(chunk.map(({ id }) => id)),
      endedAt: IsNull(),
    } as const;
    await manager.update(Session, sessions, { endedAt: run.now, endReason: 'frozen' });
  }
  return cards;
}

/** The cards that are there already, locked: a login must not use one whose type is being changed. */
async function findCards(
  { manager }: Run,
  application: Application,
  dtos: CardEntry[],
): Promise<Map<string, Card>> {
  const found = new Map<string, Card>();
  for (const chunk of chunks(dtos)) {
    const where = { applicationId: application.id, card: In(chunk.map(({ card }) => card)) };
    for (const card of await manager.find(Card, { where, ...rowLock(manager) })) found.set(card.card, card);
  }
  return found;
}

function newCard({ manager, now }: Run, application: Application, type: CardType, dto: CardEntry): Card {
  return manager.create(Card, {
    applicationId: application.id,
    card: dto.card,
    status: 'unused',
    frozen: false,
    ...ofType(type),
    unbindsUsed: 0,
    unbindFailures: 0,
    createdAt: now,
    updatedAt: now,
    ...changesOf<Partial<Card>>({}, columnsOf(dto)),
  });
}

/** What a card is by its type. */
function ofType(type: CardType): Partial<Card> {
  return { cardTypeId: type.id, ...termsOf(type) };
}

function columnsOf(dto: CardEntry): Partial<Card> {
  return {
    frozen: dto.frozen,
    config: dto.config,
    maxSessions: dto.max_sessions,
    maxDevices: dto.max_devices,
    unbindLimit: dto.unbind_limit,
  };
}

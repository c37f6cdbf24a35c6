import { In } from 'typeorm';
import {
  type Application,
  Card,
  type CardType,
  searchKeys,
  termsOf,
  unbindLimitFault,
  unbindRuleOf,
  type UnbindRule,
} from '@app/database';
import { applyRefills, CARD, applyEffects, tell } from '@app/licensing';
import { changesOf } from '@app/platform';
import { findLocked } from './apply-rows.js';
import type { CardEntry } from './apply-file.dto.js';
import type { ApplyContext } from './apply-context.js';
import { chunks } from './chunks.js';

/** A card with the name of its card type. */
export type NamedCard = Card & { typeName: string };

/** Creates or updates the cards in a file and returns them. */
export async function applyCards(
  context: ApplyContext,
  application: Application,
  types: CardType[],
  dtos: CardEntry[],
  path: string,
): Promise<NamedCard[]> {
  const { manager, events, now } = context;
  const where = (part: CardEntry[]) => ({
    applicationId: application.id,
    card: In(part.map(({ card }) => card)),
  });
  // The cards are locked, so that no login uses a card whose card type is being changed.
  const existing = await findLocked(context, Card, dtos, where, ({ card }) => card);
  const created: Card[] = [];
  const frozen: Card[] = [];
  const unfrozen: Card[] = [];
  const cards: NamedCard[] = [];

  for (const [index, dto] of dtos.entries()) {
    const type = types.find(({ name }) => name === dto.card_type);
    if (!type) {
      context.faults.push(
        `${path}[${index}].card_type: application ${application.name} has no card type ${dto.card_type}`,
      );
      continue;
    }
    const before = existing.get(dto.card);
    const card = before ?? newCard(context, application, type, dto);
    if (!before) {
      created.push(card);
      refuseUnlimited(context, unbindRuleOf(application, type), card.unbindLimit, `${path}[${index}]`);
    } else if (before.cardTypeId !== type.id && before.status !== 'unused') {
      context.faults.push(`${path}[${index}].card_type: the card has been used, so its type cannot change`);
    } else {
      const changes = changesOf(before, {
        ...(before.cardTypeId !== type.id && ofType(type)),
        ...changesOf<Partial<Card>>({}, columnsOf(dto)),
      });
      // Checks the unbind limit only if it changes. A card may stay without a limit even if the policy adds time:
      // clients then cannot unbind its devices.
      refuseUnlimited(context, unbindRuleOf(application, type), changes.unbindLimit, `${path}[${index}]`);
      if (changes.frozen === true) frozen.push(card);
      if (changes.frozen === false) unfrozen.push(card);
      if (changes.usesPeriod !== undefined && before.uses !== null)
        Object.assign(changes, applyRefills(before, now, application.timeZone));
      if (Object.keys(changes).length > 0) {
        await manager.update(Card, { id: card.id }, { ...changes, updatedAt: context.now });
        Object.assign(card, changes);
      }
    }
    cards.push(Object.assign(card, { typeName: type.name }));
  }

  for (const chunk of chunks(created)) await manager.insert(Card, chunk);
  for (const chunk of chunks(frozen)) {
    const cards = { holderKind: CARD.name, holderIds: chunk.map(({ id }) => id) };
    await applyEffects(manager, events, 'freeze', application.id, cards, now);
  }
  const thawed = { holderKind: CARD.name, holderIds: unfrozen.map(({ id }) => id) };
  await tell(manager, events, 'unfreeze', application.id, thawed, now);
  for (const type of types) {
    const ofType = created.filter(({ cardTypeId }) => cardTypeId === type.id);
    await events.issued(manager, { name: type.name, applicationId: application.id }, ofType, now);
  }
  return cards;
}

function newCard(
  { manager, now }: ApplyContext,
  application: Application,
  type: CardType,
  dto: CardEntry,
): Card {
  return manager.create(Card, {
    applicationId: application.id,
    card: dto.card,
    ...searchKeys(dto.card),
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

function refuseUnlimited(
  { faults }: ApplyContext,
  { policy }: UnbindRule,
  unbindLimit: number | null | undefined,
  path: string,
): void {
  const fault = unbindLimit === undefined ? undefined : unbindLimitFault(policy, unbindLimit);
  if (fault !== undefined) faults.push(`${path}.unbind_limit ${fault}`);
}

/** The columns that a card takes from its card type. */
function ofType(type: CardType): Partial<Card> {
  return { cardTypeId: type.id, ...termsOf(type) };
}

function columnsOf(dto: CardEntry): Partial<Card> {
  return {
    frozen: dto.frozen,
    config: dto.config,
    batch: dto.batch,
    note: dto.note,
    maxSessions: dto.max_sessions,
    maxDevices: dto.max_devices,
    unbindLimit: dto.unbind_limit,
    uses: dto.uses,
    usesPeriod: dto.uses_period,
    features: dto.features,
    offlineHours: dto.offline_hours,
  };
}

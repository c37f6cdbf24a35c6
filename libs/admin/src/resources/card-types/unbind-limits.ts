import { type EntityManager, IsNull } from 'typeorm';
import {
  Application,
  CardType,
  refundsTime,
  unbindHoursFault,
  type UnbindPolicy,
  unbindRuleOf,
} from '@app/database';
import { invalid, problem } from '../../errors/admin-error.js';

const MAX_NAMED = 10;

// These checks need no locks. A card type, card or user without a limit may be created during a policy change. This
// does no harm: if the policy adds time, the server refuses clients' unbinds for a card or user without a limit.

/**
 * Refuses to remove the unbind limit of a card or user if its unbind policy adds time.
 * @param unbindLimit the requested limit; `undefined` means unchanged
 * @throws AdminError 422
 */
export async function requireUnbindLimit(
  manager: EntityManager,
  { cardTypeId }: { cardTypeId: number },
  unbindLimit: number | null | undefined,
): Promise<void> {
  if (unbindLimit !== null) return;
  const policy = await policyOf(manager, await manager.findOneByOrFail(CardType, { id: cardTypeId }));
  if (refundsTime(policy)) throw invalid({ unbindLimit: problem('unbind_limit_required', { policy }) });
}

/**
 * Refuses a card type whose own policy deducts or adds hours, but whose number of hours is 0. Also refuses a card type
 * without an unbind limit if the policy that applies (its own or, by default, the application's) adds time.
 * @throws AdminError 422
 */
export async function requireUnbindTerms(manager: EntityManager, type: CardType): Promise<void> {
  const { unbindPolicy, unbindHours } = type;
  if (unbindPolicy !== null && unbindHoursFault({ policy: unbindPolicy, hours: unbindHours })) {
    throw invalid({ unbindHours: problem('unbind_hours', { policy: unbindPolicy }) });
  }
  if (type.unbindLimit !== null) return;
  const policy = await policyOf(manager, type);
  if (refundsTime(policy)) throw invalid({ unbindLimit: problem('unbind_limit_required', { policy }) });
}

/**
 * Refuses to create cards or users of a type without an unbind limit if its unbind policy adds time.
 * @throws AdminError 422
 */
export async function requireLimitedType(manager: EntityManager, type: CardType): Promise<void> {
  if (type.unbindLimit !== null) return;
  const policy = await policyOf(manager, type);
  if (refundsTime(policy)) throw invalid({ cardTypeId: problem('unlimited_card_type', { policy }) });
}

/**
 * Refuses to change an application to an unbind policy that adds time, if a card type that uses the application's
 * policy has no unbind limit. Existing cards and users are not checked and keep their terms: after the change, clients
 * cannot unbind devices of those without a limit.
 * @param application the application with its new values
 * @throws AdminError 422 with the names of the card types
 */
export async function requireLimitsForPolicy(
  manager: EntityManager,
  { id, unbindPolicy }: Application,
): Promise<void> {
  if (!refundsTime(unbindPolicy)) return;
  const stored = await manager.findOneByOrFail(Application, { id });
  if (stored.unbindPolicy === unbindPolicy) return;
  const where = { applicationId: id, unbindLimit: IsNull(), unbindPolicy: IsNull() };
  const types = await manager.find(CardType, { where, order: { id: 'ASC' }, take: MAX_NAMED + 1 });
  if (types.length === 0) return;
  const cardTypes = types.map(({ name }, i) => (i < MAX_NAMED ? name : '…'));
  throw invalid({ unbindPolicy: problem('unlimited_card_types', { policy: unbindPolicy, cardTypes }) });
}

async function policyOf(manager: EntityManager, type: CardType): Promise<UnbindPolicy> {
  const application = await manager.findOneByOrFail(Application, { id: type.applicationId });
  return unbindRuleOf(application, type).policy;
}

import type { EntityManager } from 'typeorm';
import {
  Application,
  CardType,
  givesTimeBack,
  unbindLimitFault,
  unlimitedTypesFault,
  type UnbindPolicy,
} from '@app/database';
import { invalid } from '../api/admin-error.js';

// Nothing is locked for these checks: a record that slips in beside a change of the policy gives nobody time, since
// clients are refused to unbind it.

/**
 * Refuses to make a card, user or card type unlimited where the application's unbind policy gives time back.
 * @param unbindLimit as it is wanted; undefined: it stays
 * @throws AdminError 422
 */
export async function requireUnbindLimit(
  manager: EntityManager,
  applicationId: number,
  unbindLimit: number | null | undefined,
): Promise<void> {
  if (unbindLimit !== null) return;
  const fault = unbindLimitFault(await policyOf(manager, applicationId), unbindLimit);
  if (fault !== undefined) throw invalid({ unbindLimit: fault });
}

/**
 * Refuses to make cards or users of a type without an unbind limit where the application's policy gives time back.
 * @throws AdminError 422
 */
export async function requireLimitedType(manager: EntityManager, type: CardType): Promise<void> {
  if (type.unbindLimit !== null) return;
  const policy = await policyOf(manager, type.applicationId);
  if (givesTimeBack(policy)) {
    throw invalid({
      cardTypeId: `has no unbind limit, which the unbind policy ${policy} requires; edit the card type first`,
    });
  }
}

/**
 * Refuses to change an application to a policy that gives time back while card types have no unbind limit. Cards and
 * users made before keep their terms; clients cannot unbind those without a limit.
 * @param application as it would become
 * @throws AdminError 422 that names the card types
 */
export async function requireLimitsForPolicy(
  manager: EntityManager,
  { id, unbindPolicy }: Application,
): Promise<void> {
  if (!givesTimeBack(unbindPolicy) || (await policyOf(manager, id)) === unbindPolicy) return;
  const types = await manager.find(CardType, { where: { applicationId: id }, order: { id: 'ASC' } });
  const fault = unlimitedTypesFault(unbindPolicy, types);
  if (fault !== undefined) throw invalid({ unbindPolicy: fault });
}

async function policyOf(manager: EntityManager, id: number): Promise<UnbindPolicy> {
  const { unbindPolicy } = await manager.findOneByOrFail(Application, { id });
  return unbindPolicy;
}

import type { Application, UnbindPolicy } from './application.entity.js';
import type { CardType } from './card-type.entity.js';

/** Unbind policy of a holder, with the hours that an unbind adds or deducts. */
export interface UnbindRule {
  readonly policy: UnbindPolicy;
  /** Hours by which `deduct_hours` and `add_hours` move the expiry. */
  readonly hours: number;
}

interface UnbindPolicyTraits {
  /** True if the policy moves the expiry by a number of hours; this number must then be at least 1. */
  readonly usesHours: boolean;
  /**
   * True if each unbind adds time or restores the full duration. Such a policy requires an unbind limit, since without
   * this limit a customer could extend a card forever.
   */
  readonly refundsTime: boolean;
  /** True if the policy also unbinds expired holders. */
  readonly allowsExpired: boolean;
}

const TRAITS: Record<UnbindPolicy, UnbindPolicyTraits> = {
  unbind_only: { usesHours: false, refundsTime: false, allowsExpired: true },
  reset_to_unused: { usesHours: false, refundsTime: true, allowsExpired: false },
  deduct_hours: { usesHours: true, refundsTime: false, allowsExpired: false },
  add_hours: { usesHours: true, refundsTime: true, allowsExpired: false },
  disabled: { usesHours: false, refundsTime: false, allowsExpired: false },
};

type OfApplication = Pick<Application, 'unbindPolicy' | 'unbindHours'>;
type OfCardType = Pick<CardType, 'unbindPolicy' | 'unbindHours'>;

/** Returns the unbind rule for the cards and users of a card type: the type's own rule, or else the application's. */
export function unbindRuleOf(application: OfApplication, type: OfCardType): UnbindRule {
  const { unbindPolicy: policy, unbindHours: hours } = type;
  if (policy !== null) return { policy, hours };
  return { policy: application.unbindPolicy, hours: application.unbindHours };
}

export function refundsTime(policy: UnbindPolicy): boolean {
  return TRAITS[policy].refundsTime;
}

export function unbindsExpired(policy: UnbindPolicy): boolean {
  return TRAITS[policy].allowsExpired;
}

/** Explains why the hours are not valid for a policy. Returns `undefined` if they are valid. */
export function unbindHoursFault({ policy, hours }: UnbindRule): string | undefined {
  if (!TRAITS[policy].usesHours || hours >= 1) return undefined;
  return `must be at least 1 for the policy ${policy}`;
}

/**
 * Explains why a policy does not allow an unlimited (`null`) unbind limit. Returns `undefined` if the policy allows it.
 */
export function unbindLimitFault(policy: UnbindPolicy, unbindLimit: number | null): string | undefined {
  if (unbindLimit !== null || !refundsTime(policy)) return undefined;
  return `is required by the unbind policy ${policy}, which adds time`;
}

const MAX_NAMED = 10;

/**
 * Explains why an application cannot have a policy: the policy requires an unbind limit, which some of the card types
 * do not have. Types with their own policy are ignored. Returns `undefined` if the policy is possible.
 */
export function unlimitedTypesFault(
  policy: UnbindPolicy,
  types: readonly Pick<CardType, 'name' | 'unbindLimit' | 'unbindPolicy'>[],
): string | undefined {
  const names = types
    .filter(({ unbindPolicy }) => unbindPolicy === null)
    .filter(({ unbindLimit }) => unbindLimitFault(policy, unbindLimit) !== undefined)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${policy} adds time and requires an unbind limit on these card types: ${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}

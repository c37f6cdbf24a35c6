/** Refusals of a recharge because the target never expires. */
export type PermanentRefusal = 'CARD_PERMANENT' | 'USER_PERMANENT';

/** Names of all reasons for which a rule on cards, users, application data or versions refuses a call. */
export type RefusalName =
  | 'CARD_EXPIRED'
  | 'CARD_FROZEN'
  | 'BLOCKED'
  | 'CARD_MULTI_OPEN'
  | 'SESSION_INVALID'
  | 'DEVICE_NOT_BOUND'
  | 'UNBIND_DISABLED'
  | 'DEVICE_LIMIT'
  | 'CARD_UNAVAILABLE'
  | 'RECHARGE_CARD_UNKNOWN'
  | 'RECHARGE_CARD_USED'
  | 'USER_EXISTS'
  | 'USER_PASSWORD_WRONG'
  | 'NOT_ACTIVATED'
  | PermanentRefusal
  | 'USER_EXPIRED'
  | 'USER_FROZEN'
  | 'USER_MULTI_OPEN'
  | 'UNBIND_PASSWORD_WRONG'
  | 'UNBINDS_EXHAUSTED'
  | 'MULTI_OPEN_DIFFERS'
  | 'TIME_INSUFFICIENT'
  | 'ALREADY_LATEST'
  | 'VARIABLE_UNKNOWN'
  | 'VARIABLE_NEEDS_CARD'
  | 'VARIABLE_CARD_UNKNOWN'
  | 'DATA_UNKNOWN'
  | 'DATA_EXISTS'
  | 'DATA_QUOTA'
  | 'FUNCTION_UNKNOWN'
  | 'FUNCTION_PARAMS'
  | 'FUNCTION_FAILED';

/** A violation of a product rule. The client API answers each with a code of the contract. */
export class RefusalError extends Error {
  /** @param detail specifics, appended to the message for the caller */
  constructor(
    readonly reason: RefusalName,
    readonly detail?: string,
  ) {
    super(reason);
  }
}

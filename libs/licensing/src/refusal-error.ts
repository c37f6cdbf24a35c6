/** What has no end needs no more time. */
export type PermanentRefusal = 'CARD_PERMANENT' | 'USER_PERMANENT';

/** Everything that cards, users, applications' data and versions can be refused for, by the name of the reason. */
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

/** Something that a rule of the product does not allow. The client API answers each with a code of the contract. */
export class RefusalError extends Error {
  /** @param detail what exactly went wrong, told to the caller behind the words of the reason */
  constructor(
    readonly reason: RefusalName,
    readonly detail?: string,
  ) {
    super(reason);
  }
}

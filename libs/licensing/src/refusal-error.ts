/**
 * Refusals that concern one parameter: for example, the holder to recharge is permanent, or the holder that consumes
 * uses is not counted.
 */
export type ParameterRefusal =
  | 'CARD_PERMANENT'
  | 'USER_PERMANENT'
  | 'CARD_NOT_COUNTED'
  | 'USER_NOT_COUNTED'
  | 'REQUEST_ID_REUSED'
  | 'CARD_WITHOUT_TICKETS'
  | 'USER_WITHOUT_TICKETS';

/** Names of all reasons for which a rule about cards, users, application data or versions refuses a call. */
export type RefusalName =
  | 'CARD_EXPIRED'
  | 'CARD_FROZEN'
  | 'BLOCKED'
  | 'CARD_MULTI_OPEN'
  | 'SESSION_INVALID'
  | 'DEVICE_NOT_BOUND'
  | 'UNBIND_DISABLED'
  | 'DEVICE_LIMIT'
  | 'USES_INSUFFICIENT'
  | 'CARD_UNAVAILABLE'
  | 'RECHARGE_CARD_UNKNOWN'
  | 'RECHARGE_CARD_USED'
  | 'USER_EXISTS'
  | 'USER_PASSWORD_WRONG'
  | 'NOT_ACTIVATED'
  | ParameterRefusal
  | 'USER_EXPIRED'
  | 'USER_FROZEN'
  | 'USER_MULTI_OPEN'
  | 'UNBIND_PASSWORD_WRONG'
  | 'UNBINDS_EXHAUSTED'
  | 'UNBIND_COOLDOWN'
  | 'MULTI_OPEN_DIFFERS'
  | 'COUNTING_DIFFERS'
  | 'TIME_INSUFFICIENT'
  | 'TICKET_VALID'
  | 'ALREADY_LATEST'
  | 'TRIALS_OFF'
  | 'TRIAL_SESSION_INVALID'
  | 'TRIAL_OVER'
  | 'TRIAL_INTERVAL_OVER'
  | 'VARIABLE_UNKNOWN'
  | 'VARIABLE_NEEDS_CARD'
  | 'VARIABLE_CARD_UNKNOWN'
  | 'FEATURE_MISSING'
  | 'DATA_UNKNOWN'
  | 'DATA_EXISTS'
  | 'DATA_QUOTA'
  | 'FUNCTION_UNKNOWN'
  | 'FUNCTION_PARAMS'
  | 'FUNCTION_FAILED';

/** A violation of a product rule. The client API answers it with a code of the contract. */
export class RefusalError extends Error {
  /**
   * @param detail specifics, appended to the message for the caller
   * @param until when the reason ends, in epoch milliseconds
   */
  constructor(
    readonly reason: RefusalName,
    readonly detail?: string,
    readonly until?: number,
  ) {
    super(reason);
  }
}

import type { ClientErrorName } from './error-catalogue.js';

/** Condition of each refusal, for docs/errors.md. */
export const WHEN_REFUSED: Record<ClientErrorName, string> = {
  SIGNATURE_MISMATCH:
    'The sign does not match the parameters, the secret and the mode of the application. After a rotation the old secret stays valid until its overlap ends.',
  SIGNATURE_EXPIRED: 'The timestamp is more than 60 seconds before the server time.',
  TIMESTAMP_IN_FUTURE:
    'The timestamp is later than the server time, rounded up to the next second, plus the leeway of the application.',
  NONCE_REPEATED:
    'The application has sent this nonce within 90 seconds. A replayed request gets this code too.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_FROZEN: 'An administrator froze the card.',
  BLOCKED: 'The card, user or device is blocked. A blocked address gets 429.',
  CARD_MULTI_OPEN:
    'The card has reached its session limit on other devices, and the application does not kick the oldest.',
  SESSION_INVALID:
    'The token does not belong to a live session of this card or user: timed out, kicked, logged out, unbound, frozen, or never valid.',
  DEVICE_NOT_BOUND: 'The device to unbind is not bound.',
  UNBIND_DISABLED: 'The unbind policy of the card type or the application does not allow unbinding.',
  DEVICE_LIMIT: 'The device is new, and the card or user has reached its device limit.',
  CARD_UNAVAILABLE: 'The application has no such card, or a recharge or registration has consumed it.',
  USES_INSUFFICIENT: 'Fewer uses are left than the request would consume; nothing was consumed.',
  SOFTWARE_UNKNOWN: 'No application has this app_key, or it is disabled.',
  RECHARGE_CARD_UNKNOWN:
    'The card to consume does not exist or is frozen; for a registration also when it is used.',
  RECHARGE_CARD_USED: 'The card to consume is already used, or is the card to recharge itself.',
  USER_EXISTS:
    'The application already has a user with this name. Reported only for a usable card, which is not consumed.',
  USER_PASSWORD_WRONG:
    'The user does not exist or the password is wrong; the response does not distinguish these.',
  NOT_ACTIVATED: 'The card to recharge has not been activated by a login.',
  USER_EXPIRED: 'The user has expired.',
  USER_FROZEN: 'An administrator froze the user.',
  USER_MULTI_OPEN: 'Like 10213, for a user.',
  UNBIND_PASSWORD_WRONG: 'The unbind password is wrong, or none was set.',
  UNBINDS_EXHAUSTED:
    'The card or user has no unbinds left, or has no unbind limit although the unbind policy adds time.',
  MULTI_OPEN_DIFFERS:
    'The session limit of the card to consume differs from that of the card or user to recharge.',
  COUNTING_DIFFERS:
    'One of the two counts uses and the other does not, or their uses are refilled at different times.',
  TIME_INSUFFICIENT: 'Unbinding costs hours, and the remaining time does not exceed them.',
  TICKET_VALID:
    'The device to unbind has an offline ticket, which cannot be revoked. The message has the time until which it is valid.',
  UNBIND_COOLDOWN:
    "Only on the customer's page: the application's unbind_cooldown_hours have not passed since the latest unbind. The client API never answers this code.",
  ALREADY_LATEST:
    'The channel has no released version greater than that of the client, or no version at all.',
  TRIALS_OFF: 'The application has no trials.',
  TRIAL_SESSION_INVALID:
    'The device has no live session of its trial, or the token is that of another: timed out, kicked, logged out, or no heartbeat within 60 seconds of the login.',
  TRIAL_OVER: 'The time of the one trial that the device may have is over.',
  TRIAL_INTERVAL_OVER:
    'The time of the trial that the device may have in this interval is over. Intervals are aligned to midnight in the time zone of the application.',
  VARIABLE_UNKNOWN: 'The application has no variable with this name.',
  VARIABLE_NEEDS_CARD: 'The variable requires a card, and kami is missing, frozen, expired or not activated.',
  VARIABLE_CARD_UNKNOWN: 'The variable requires a card, and the application has no such card.',
  FEATURE_MISSING:
    'The variable or function requires a feature that the card or user does not have, or has with the value false, 0 or "". A trial has no features.',
  DATA_UNKNOWN: 'The key to read, update or delete does not exist in this scope.',
  DATA_EXISTS: 'The key to create already exists; of several concurrent creations, one succeeds.',
  DATA_QUOTA:
    'The write would exceed the keys or bytes of the application (scope app) or the card (scope card). A value can always be made smaller.',
  FUNCTION_UNKNOWN: 'The application has no function with this name, or the function is disabled.',
  FUNCTION_PARAMS: 'params is not a JSON array.',
  FUNCTION_FAILED:
    'The function threw, exceeded its time or memory, or returned a value that is not JSON or larger than 64 KiB; the message ends with the reason.',
};

/** Condition of each failure whose code is an HTTP status. */
export const WHEN_STATUS: Record<number, string> = {
  400: 'A parameter is missing or malformed; errs has each with its reason. The HTTP status is 200.',
  404: 'The path does not exist, or not with this method.',
  413: 'The body is larger than BODY_LIMIT_BYTES, compressed or decompressed.',
  415: 'The type, charset or content encoding of the body is not supported.',
  429: 'Five wrong unbind passwords for the card within 15 minutes, more new trials from the address in a day than the application allows, more wrong passwords for the user or more refusals of the address than the LIMIT_… settings allow, or a blocked address. Retry-After has the seconds to wait.',
  500: 'A server fault. The log has it under the request_id.',
  503: 'The database, Redis or the function pool does not respond in time, or the application sends more requests than LIMIT_NONCES allows. Retry after Retry-After seconds.',
};

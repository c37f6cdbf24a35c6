import type { ClientErrorName } from './error-catalogue.js';

/** Condition of each refusal, for docs/errors.md. */
export const WHEN_REFUSED: Record<ClientErrorName, string> = {
  SIGNATURE_MISMATCH:
    'The signature does not match the parameters, the secret and the sign mode of the application. After a rotation the old secret stays valid until the overlap ends.',
  SIGNATURE_EXPIRED: 'The timestamp is more than 60 seconds before the server time.',
  TIMESTAMP_IN_FUTURE:
    'The timestamp is too late. The latest accepted timestamp is the server time, rounded up to the next second, plus the leeway of the application.',
  NONCE_REPEATED:
    'A client of the application has used this nonce within the last 90 seconds (within a longer period, if the clock leeway exceeds 28 seconds). A replayed request gets this code too.',
  CARD_EXPIRED: 'The card has expired.',
  CARD_FROZEN: 'The card is frozen, by an administrator or because of a refund.',
  BLOCKED: 'The card, user or device is blocked. A blocked address gets 429.',
  CARD_MULTI_OPEN:
    'Sessions on other devices have used up the session limit of the card, and the application does not kick the oldest session.',
  SESSION_INVALID:
    'The token does not belong to a live session of this card or user: the session never existed, or it ended by a timeout, a kick, a logout, an unbind or a freeze.',
  DEVICE_NOT_BOUND:
    'The device to unbind is not bound. Or the login has bind_device=0, and its device is not bound.',
  UNBIND_DISABLED: 'The unbind policy of the card type or the application does not allow unbinding.',
  DEVICE_LIMIT: 'The device is new, and the card or user has reached its device limit.',
  CARD_UNAVAILABLE: 'The application has no such card, or a recharge or registration has consumed it.',
  USES_INSUFFICIENT: 'Fewer uses are left than the request would consume; nothing was consumed.',
  SOFTWARE_UNKNOWN:
    'No application has this app_key, the application is disabled, or it does not accept 泡椒云 clients at this host.',
  RECHARGE_CARD_UNKNOWN:
    'The card to consume does not exist or is frozen. A registration also gets this code if the card has been used.',
  RECHARGE_CARD_USED: 'The card to consume is already used, or is the same as the card to recharge.',
  USER_EXISTS:
    'The application already has a user with this name. The server reports this only if the card is usable, and does not consume the card.',
  USER_PASSWORD_WRONG: 'The user does not exist or the password is wrong; the response does not tell which.',
  NOT_ACTIVATED:
    'The card or user to recharge is unused: it has not logged in yet, or an unbind or an administrator has reset it.',
  USER_EXPIRED: 'The user has expired.',
  USER_FROZEN: 'An administrator froze the user.',
  USER_MULTI_OPEN: 'The same as 10213, for a user.',
  UNBIND_PASSWORD_WRONG: 'The unbind password is wrong, or none was set.',
  UNBINDS_EXHAUSTED:
    'The card or user has no unbinds left. Or the unbind policy adds time or resets, and the card or user has no unbind limit.',
  MULTI_OPEN_DIFFERS: 'The card to consume has a different session limit than the card or user to recharge.',
  COUNTING_DIFFERS:
    'Only the card to consume counts uses, or only the card or user to recharge does. Or their uses are refilled at different intervals.',
  TIME_INSUFFICIENT: 'Unbinding deducts hours, and the remaining time is not longer than this deduction.',
  TICKET_VALID:
    'A device to unbind has a valid offline ticket, which cannot be revoked. Or unbinding deducts time, and a ticket of any device is valid beyond the new expiry. The message contains the time until which the ticket is valid.',
  UNBIND_COOLDOWN:
    "Only on the customer's page: the application's unbind_cooldown_hours have not passed since the latest unbind. The client API never returns this code.",
  ALREADY_LATEST:
    'The channel has no released version, or no released version is higher than the version of the client.',
  TRIALS_OFF: 'The application has no trials.',
  TRIAL_SESSION_INVALID:
    'The device has no live trial session, or the token belongs to a different session. A session ends by a timeout, a kick or a logout. It also ends if its first heartbeat does not arrive within 60 seconds of the login, or within the heartbeat timeout if this is shorter.',
  TRIAL_OVER: 'The device may have one trial, and this trial has ended.',
  TRIAL_INTERVAL_OVER:
    'The device may have one trial in each interval, and the trial of this interval has ended. Intervals are aligned to midnight in the time zone of the application.',
  VARIABLE_UNKNOWN: 'The application has no variable with this name.',
  VARIABLE_NEEDS_CARD: 'The variable requires a card, and kami is missing, frozen, expired or not activated.',
  VARIABLE_CARD_UNKNOWN: 'The variable requires a card, and the application has no such card.',
  FEATURE_MISSING:
    'The variable or function requires a feature. The card or user does not have this feature, or the value of the feature is false, 0 or "". A trial has no features.',
  DATA_UNKNOWN: 'The key to read, update or delete does not exist in this scope.',
  DATA_EXISTS:
    'The key to create already exists. If several requests create the same key concurrently, one succeeds.',
  DATA_QUOTA:
    'The write would exceed the quota of keys or bytes of the application (scope app) or of the card (scope card). A write that makes a value smaller is always accepted.',
  FUNCTION_UNKNOWN: 'The application has no function with this name, or the function is disabled.',
  FUNCTION_PARAMS: 'params is not a JSON array.',
  FUNCTION_FAILED:
    'The function threw an error, exceeded its time or memory, or returned a value that is not JSON or is larger than 64 KiB. The message ends with the reason.',
};

/** Condition of each failure whose code is an HTTP status. */
export const WHEN_STATUS: Record<number, string> = {
  400: 'A parameter is missing or malformed; errs contains each such parameter with the reason. The HTTP status is 200.',
  404: 'The path does not exist, or does not support this method.',
  413: 'The body is larger than BODY_LIMIT_BYTES, compressed or decompressed.',
  415: 'The type, charset or content encoding of the body is not supported.',
  429: 'The address is blocked, has begun more trials in a day than the application allows, or has got more refusals than the LIMIT_… settings allow. Or requests for the user contained more wrong passwords than these settings allow. Or requests for the card contained five wrong unbind passwords within 15 minutes. Or too many registrations with the card used the name of an existing user. Retry-After contains the number of seconds to wait.',
  500: "An internal error of the server, or the database's reply to a change was lost. The request may have been carried out. The log contains the error with the same request_id; if many replies are lost at once, it contains only one of them every 10 seconds.",
  503: 'The database, Redis or the function pool does not respond in time. Or too many large bodies, passwords or requests are waiting. Or the application sends more requests than LIMIT_NONCES allows. Retry after the number of seconds in Retry-After.',
};

import type { ClientErrorName } from './error-catalogue.js';

/** Condition of each refusal, for docs/errors.md. */
export const WHEN_REFUSED: Record<ClientErrorName, string> = {
  SIGNATURE_MISMATCH:
    'The sign is not the one of these parameters, this secret and the mode of the application. After a rotation the earlier secret verifies until its overlap ends.',
  SIGNATURE_EXPIRED: 'The timestamp is more than 60 seconds before the time of the server.',
  TIMESTAMP_IN_FUTURE:
    'The timestamp is later than the time of the server, rounded up to the next second, and the leeway of the application.',
  NONCE_REPEATED:
    'The application has sent this nonce within 90 seconds. Also what a replayed request is answered.',
  CARD_EXPIRED: 'The time of the card is over.',
  CARD_FROZEN: 'An administrator froze the card.',
  BLOCKED: 'The card, user or device is on the list of blocks. A blocked address is answered 429.',
  CARD_MULTI_OPEN:
    'The card has as many live sessions as it allows, on other devices, and the application does not kick the oldest.',
  SESSION_INVALID:
    'The token is no live session of this card or user: timed out, kicked, logged out, unbound or frozen, or never one.',
  DEVICE_NOT_BOUND: 'The device to unbind is not bound.',
  UNBIND_DISABLED: 'The application allows no unbinding.',
  DEVICE_LIMIT: 'The device is new, and as many others are bound as the card or user allows.',
  CARD_UNAVAILABLE:
    'The application has no such card, or the card was spent for a recharge or a registration.',
  SOFTWARE_UNKNOWN: 'No application has this app_key, or it is disabled.',
  RECHARGE_CARD_UNKNOWN:
    'The card to spend does not exist or is frozen; for a registration also when it is used.',
  RECHARGE_CARD_USED: 'The card to spend is used already, or is the very card to recharge.',
  USER_EXISTS:
    'The application has a user of this name. Only told for a card that could be spent, which stays as it is.',
  USER_PASSWORD_WRONG: 'There is no such user, or the password is another one; which of them is not told.',
  NOT_ACTIVATED: 'The card to recharge was never logged in with.',
  USER_EXPIRED: 'The time of the user is over.',
  USER_FROZEN: 'An administrator froze the user.',
  USER_MULTI_OPEN: 'As 10213, for a user.',
  UNBIND_PASSWORD_WRONG: 'The unbind password is another one, or none was set.',
  UNBINDS_EXHAUSTED:
    'The card or user has used up its unbinds, or has no limit of them where the application gives time back for each.',
  MULTI_OPEN_DIFFERS: 'The card to spend allows another number of sessions than what it is to recharge.',
  TIME_INSUFFICIENT: 'Unbinding costs hours, and not more than those are left.',
  ALREADY_LATEST:
    'No released version of the channel is greater than the one of the client, or the channel has none.',
  VARIABLE_UNKNOWN: 'The application has no variable of this name.',
  VARIABLE_NEEDS_CARD:
    'The variable is for cards, and kami is missing, frozen, expired or was never logged in with.',
  VARIABLE_CARD_UNKNOWN: 'The variable is for cards, and the application has no such card.',
  DATA_UNKNOWN: 'There is no such key in this scope: to read, update or delete.',
  DATA_EXISTS: 'The key to create is there already; of several who create it at once, all but one.',
  DATA_QUOTA:
    'The write would bring the application (scope app) or the card (scope card) beyond its number of keys or bytes. A value can always be made smaller.',
  FUNCTION_UNKNOWN: 'The application has no function of this name, or it is disabled.',
  FUNCTION_PARAMS: 'params is not the JSON text of a list.',
  FUNCTION_FAILED:
    'The function threw, took too long or too much memory, or returned what is no JSON or larger than 64 KiB; the message goes on with which.',
};

/** Condition of each failure whose code is an HTTP status. */
export const WHEN_STATUS: Record<number, string> = {
  400: 'A parameter is missing or malformed; errs says which and why. The HTTP status is 200.',
  404: 'Nothing is at this path, or not with this method.',
  413: 'The body is larger than BODY_LIMIT_BYTES, packed or unpacked.',
  415: 'The body is of a type, charset or content encoding that is not read.',
  429: 'Five wrong unbind passwords for the card within 15 minutes, more wrong passwords for the user or more refusals of the address than the LIMIT_… settings allow, or requests from a blocked address. Retry-After says how many seconds to wait.',
  500: 'A fault of the server. The log has it under the request_id.',
  503: 'The database, Redis or the pool of functions does not answer in time, or the application sends more requests than LIMIT_NONCES allows. Ask again after Retry-After seconds.',
};

import type { HolderStatus, OrderStatus, SessionKindName } from '@app/database';
import { TextLength } from '@app/platform';

export const SEARCH_KINDS = ['card', 'user', 'device', 'order', 'batch', 'address'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/**
 * The kind of match:
 *
 * - `full`: the whole key or name was given
 * - `suffix`, `prefix`: the end or the beginning of the key or name was given
 * - `near`: the key differs from the given text in one character, or in characters that are easily confused
 */
const SEARCH_MATCHES = ['full', 'suffix', 'prefix', 'near'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

export class SearchQuery {
  /**
   * Part of a card key, user name, device id, batch or order number, or an IP address, 2–500 characters; or any text
   * that contains such names. Card keys are found in upper and lower case, with and without hyphens.
   */
  @TextLength(2, 500)
  q!: string;
}

/** The latest refused request of a device or an address. */
export class SearchRefusalDto {
  /** Epoch milliseconds. */
  at!: number;
  /** Code of the client API. */
  code!: number;
  /** Message of the code in English. */
  en!: string;
  /** Message of the code in Chinese. */
  zh!: string;
  /** Card or user name as the client sent it; null if it sent none. */
  name!: string | null;
}

/** A record that a search has found. Fields that this kind of record does not have are null. */
export class SearchResultDto {
  kind!: SearchKind;

  /** Id of the card, user or order; null for other kinds. */
  id!: number | null;

  applicationId!: number;
  applicationName!: string;

  /** Card key, user name, device id, order number, batch or address. */
  title!: string;

  match!: SearchMatch;

  /** The part of the query that matches; normalized for cards. */
  matched!: string;

  /** Status of a card, user or order. */
  status!: HolderStatus | OrderStatus | null;

  /** True for a frozen card or user. */
  frozen!: boolean | null;

  /** Expiry of a card, user or trial, in epoch milliseconds; null if it has none or is not activated. */
  expiresAt!: number | null;

  /** Time at which a card was issued to a customer, in epoch milliseconds. */
  issuedAt!: number | null;

  /** Name of the card type of a card or user, or of the product of an order. */
  cardTypeName!: string | null;

  /** Kind of the holder to which the device is bound, or of the holder that logged in from the address. */
  holderKind!: SessionKindName | null;
  holderId!: number | null;

  /** Card key or user name of the holder. */
  holderName!: string | null;

  /**
   * Time of the order, of the binding of the device or the start of its trial, or of the latest login from the address,
   * in epoch milliseconds.
   */
  at!: number | null;

  /** The latest refused request of a device without a holder, or of an address. */
  refusal!: SearchRefusalDto | null;
}

/** A card or user name that was in refused requests. */
export class RefusedNameDto {
  applicationId!: number;
  applicationName!: string;

  /** Card or user name as clients sent it. */
  name!: string;

  /** Number of recorded refusals today, in the application's time zone; 100 means 100 or more. */
  today!: number;

  /** Time of the latest refusal, in epoch milliseconds. */
  at!: number;

  /** Code of the latest refusal. */
  code!: number;
  /** Message of the code in English. */
  en!: string;
  /** Message of the code in Chinese. */
  zh!: string;
}

/** The records that a search found. */
export class SearchDto {
  /** At most 5 of each kind, but up to 10 cards if whole keys were given. Kinds with a full match come first. */
  results!: SearchResultDto[];

  /** Kinds with more matching records than `results` contains. */
  more!: SearchKind[];

  /** If nothing was found: at most 5 names in the text that were also in recently refused requests. */
  refused!: RefusedNameDto[];

  /** If nothing was found: cards with similar keys, at most 5. */
  near!: SearchResultDto[];
}

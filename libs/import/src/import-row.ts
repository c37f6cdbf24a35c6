/** States of a card or user in another system. */
export const IMPORT_STATES = ['unused', 'active', 'expired'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Maximum number of devices of a row. */
export const MAX_ROW_DEVICES = 100;

/** The fields of a row. A field that is absent or empty is not set. */
export const ROW_FIELDS = [
  'card',
  'card_type',
  'state',
  'activated_at',
  'expires_at',
  'remaining_seconds',
  'devices',
  'note',
  'batch',
  'frozen',
  'issued',
  'uses_left',
  'username',
  'password_hash',
] as const;
type RowField = (typeof ROW_FIELDS)[number];

/** The fields of a row as texts; `devices` is a list. */
export type RowTexts = Partial<Record<Exclude<RowField, 'devices'>, string>> & {
  readonly devices?: readonly string[] | undefined;
};

/** The reason why a row cannot be imported, as a code of the admin API with its parameters. */
export interface RowFault {
  readonly code:
    | 'activated_in_future'
    | 'card_type_missing'
    | 'column_invalid_flag'
    | 'column_invalid_number'
    | 'column_invalid_time'
    | 'column_not_text'
    | 'column_too_long'
    | 'column_unprintable'
    | 'column_with_white_space'
    | 'deleted_elsewhere'
    | 'end_before_start'
    | 'end_missing'
    | 'end_of_permanent'
    | 'ends_differ'
    | 'expires_in_future'
    | 'field_repeated'
    | 'name_missing'
    | 'password_hash_unknown'
    | 'row_not_json'
    | 'row_not_object'
    | 'state_unknown'
    | 'too_many_row_devices'
    | 'unknown_row_card_type'
    | 'unlimited_row_card_type'
    | 'unused_with_time'
    | 'used_by_user'
    | 'subscriptions_missing'
    | 'user_password_missing'
    | 'uses_not_counted'
    | 'wrong_field_count';
  readonly params: Readonly<Record<string, string | number>>;
}

/** A card or user of another system with its state. Times are epoch milliseconds. */
export interface ImportRow {
  /** Line of a CSV file, or number of the object in JSON, from 1. */
  readonly line: number;
  /** In a row with `username`, the card that the user's registration consumed. */
  readonly card?: string | undefined;
  /** 1–20 characters; makes the row a user. */
  readonly username?: string | undefined;
  /** Name of the card type; `undefined` selects the card type that was chosen for the whole import. */
  readonly cardType?: string | undefined;
  /** If `undefined`, the state is derived from the times. */
  readonly state?: ImportState | undefined;
  readonly activatedAt?: number | undefined;
  readonly expiresAt?: number | undefined;
  /** Time left when the import creates or activates the card or user; given instead of `expiresAt`. */
  readonly remainingMs?: number | undefined;
  /** Device ids of 1–128 characters; `undefined` if the devices are unknown. */
  readonly devices?: readonly string[] | undefined;
  readonly note?: string | undefined;
  readonly batch?: string | undefined;
  readonly frozen?: boolean | undefined;
  /** True if the card was given to a buyer, so that no channel sells it again; ignored for a user. */
  readonly issued?: boolean | undefined;
  readonly usesLeft?: number | undefined;
  /** As `parseLegacyHash` returns it. */
  readonly passwordHash?: string | undefined;
  /**
   * True if the times do not contain later changes, such as extensions, and the card may be frozen even if `frozen` is
   * false. Updates of a card that is activated here ignore the times and do not unfreeze it.
   */
  readonly startOnly?: boolean | undefined;
}

/** A row that cannot be imported. */
export interface FaultyRow {
  readonly line: number;
  /** The card or user name, at most 64 characters, for the report. */
  readonly name: string;
  readonly fault: RowFault;
  /** Card that a user of the other system has used, so that nobody may use it again. */
  readonly usedCard?: string | undefined;
}

/** True for a fault, false for a parsed value. */
export function isFault(value: object): value is RowFault {
  return 'code' in value && 'params' in value;
}

import {
  type Application,
  type Card,
  type CardType,
  type HolderKindName,
  type LicenceHolder,
  refundsTime,
  termsOf,
  unbindRuleOf,
  type User,
} from '@app/database';
import { isConsumable } from '@app/licensing';
import { type ImportRow, isFault, type RowFault } from '../import-row.js';
import { changesOf, type HolderChanges } from './changes-of.js';
import { timeOf } from './time-of.js';
import { usesOfRow } from './uses-of-row.js';

/** The reason why a valid row creates no record, as a code of the admin API with its parameters. */
export type RowNote =
  | { readonly code: 'card_repeated'; readonly params: { readonly line: number } }
  | { readonly code: 'row_updated'; readonly params: { readonly fields: readonly string[] } }
  | { readonly code: 'used_card_frozen'; readonly params: RowFault['params'] }
  | {
      readonly code: 'card_consumed_here' | 'card_exists' | 'row_unchanged' | 'user_exists';
      readonly params: object;
    };

/** Decision about a row. */
export type RowDecision =
  | {
      readonly outcome: 'created';
      readonly values: Partial<User & Card>;
      /** The existing card that the new user's registration consumed in the other system. */
      readonly consumes?: Card | undefined;
    }
  | { readonly outcome: 'updated'; readonly holder: Holder; readonly changes: HolderChanges }
  | { readonly outcome: 'exists' | 'unchanged'; readonly why: RowNote }
  | { readonly outcome: 'invalid'; readonly why: RowFault };

type Holder = Pick<LicenceHolder, keyof LicenceHolder>;

/** Settings of an import. */
export interface ImportRules {
  readonly application: Pick<Application, 'id' | 'timeZone' | 'unbindPolicy' | 'unbindHours'>;
  /** The card types of the application. */
  readonly types: readonly CardType[];
  /** The card type given to rows without a card type; if `null`, such rows are invalid. */
  readonly defaultTypeId: number | null;
  /** Treatment of cards and users that already exist. */
  readonly existing: 'skip' | 'update';
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The existing cards and users that the rows refer to, with their devices, by `holderKey`. */
export interface ExistingHolders {
  readonly cards: ReadonlyMap<string, Card>;
  readonly users: ReadonlyMap<string, User>;
  readonly devices: ReadonlyMap<string, readonly string[]>;
}

/** Returns whether a row is a card or a user. */
export function kindOf({ username }: ImportRow): HolderKindName {
  return username === undefined ? 'card' : 'user';
}

export function holderKey(kind: HolderKindName, id: number): string {
  return `${kind} ${id}`;
}

/** Decides what happens to a row. */
export function decideRow(
  row: ImportRow,
  { cards, users, devices }: ExistingHolders,
  rules: ImportRules,
): RowDecision {
  const kind = kindOf(row);
  const holder = kind === 'user' ? users.get(row.username!) : cards.get(row.card!);
  if (!holder) {
    const card = kind === 'user' ? cards.get(row.card ?? '') : undefined;
    // The other system may have registered the user with this card after an earlier import created the card.
    if (card && (rules.existing === 'skip' || !isConsumable(card))) return left('exists', 'card_exists');
    const values = newHolder(row, rules);
    if (isFault(values)) return { outcome: 'invalid', why: values };
    return { outcome: 'created', values, consumes: card };
  }
  if (rules.existing === 'skip') return left('exists', kind === 'user' ? 'user_exists' : 'card_exists');
  if (holder.status === 'consumed') return left('exists', 'card_consumed_here');
  const bound = devices.get(holderKey(kind, holder.id)) ?? [];
  const changes = changesOf(row, holder, bound, rules.now, rules.application.timeZone);
  if (isFault(changes)) return { outcome: 'invalid', why: changes };
  if (changes.fields.length === 0) return left('unchanged', 'row_unchanged');
  return { outcome: 'updated', holder, changes };
}

function left(
  outcome: 'exists' | 'unchanged',
  code: 'card_consumed_here' | 'card_exists' | 'row_unchanged' | 'user_exists',
): RowDecision {
  return { outcome, why: { code, params: {} } };
}

/** Returns the values of a new card or user. */
function newHolder(
  row: ImportRow,
  { application, types, defaultTypeId, now }: ImportRules,
): Partial<User & Card> | RowFault {
  const { cardType } = row;
  const type = types.find(({ id, name }) =>
    cardType === undefined ? id === defaultTypeId : name === cardType,
  );
  if (!type) {
    return cardType === undefined
      ? { code: 'card_type_missing', params: {} }
      : { code: 'unknown_row_card_type', params: { cardType } };
  }
  const { policy } = unbindRuleOf(application, type);
  if (type.unbindLimit === null && refundsTime(policy))
    return { code: 'unlimited_row_card_type', params: { cardType: type.name, policy } };
  const time = timeOf(row, type, now);
  if (isFault(time)) return time;
  const start = { ...termsOf(type), usesUsed: 0, usesCountedAt: null };
  const uses = usesOfRow(row, start, now);
  if (isFault(uses)) return uses;
  if (row.username !== undefined && row.passwordHash === undefined)
    return { code: 'user_password_missing', params: {} };
  return {
    applicationId: application.id,
    cardTypeId: type.id,
    ...start,
    ...uses,
    ...time,
    frozen: row.frozen ?? false,
    unbindsUsed: 0,
    note: row.note ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

import type { RowTexts } from '../import-row.js';
import type { SourceRecord } from '../read-records.js';
import type { MappedRecord } from './mapped-record.js';
import { toText } from './to-text.js';

/**
 * Maximum length of a user name in Latchkey. A longer one is taken for a licence key: KeyAuth lists a licence that was
 * used without a user name as a user whose name is the key.
 */
const MAX_USERNAME = 20;
const SEC_PER_DAY = 86_400;

type Values = SourceRecord['values'];

/**
 * Maps exports of KeyAuth:
 * - the panel's file of licences: a list with `key`, `level` and `expiry` in days
 * - the panel's file of users: the lists `users` and `subscription`
 * - the seller API's answer to `fetchallkeys`: the list `keys`, which contains the state of each licence
 *
 * In KeyAuth, a licence used without a user name also appears as a user whose name is the key; both are imported as one
 * card. The seller API's list of users has no subscriptions and so does not show who has paid: each user is a faulty
 * row. In a part of an export, each user without a subscription is a faulty row, since another part may contain the
 * subscription.
 */
export function* readKeyauth(records: readonly SourceRecord[]): Generator<MappedRecord> {
  const keys = new Set<string>();
  const subscriptions = new Map<string, { end: number; name: string }>();
  const users = new Map<string, number>();
  for (const { values, line } of records) {
    if (isKey(values)) keys.add(textOf(values, 'key'));
    else if (isUser(values)) users.set(textOf(values, 'username'), line);
    else if (isSubscription(values)) {
      const user = textOf(values, 'user');
      const end = Number(textOf(values, 'expiry'));
      const earlier = subscriptions.get(user);
      if (!earlier || end > earlier.end)
        subscriptions.set(user, { end, name: textOf(values, 'subscription') });
    }
  }
  // A subscription of a user who is not in the file shows that the file is a part of an export.
  const lacksSubscriptions =
    subscriptions.size === 0 || subscriptions.keys().some((user) => !users.has(user));
  for (const { line, values, fault } of records) {
    if (fault) yield { line, texts: {}, fault };
    else if (isUser(values)) {
      const name = textOf(values, 'username');
      const subscription = subscriptions.get(name);
      if (!subscription && lacksSubscriptions) {
        yield { line, texts: { username: name }, fault: { code: 'subscriptions_missing', params: {} } };
        continue;
      }
      const isLicence = keys.has(name) || Array.from(name).length > MAX_USERNAME;
      yield { line, texts: mapUser(values, name, isLicence, subscription) };
    } else if (isKey(values)) {
      // A licence that also appears as a user is skipped here, since the user's record contains its state.
      if (!users.has(textOf(values, 'key'))) yield { line, ...mapKey(values) };
    } else if (!isSubscription(values)) yield { line, texts: {} };
  }
}

function isKey(values: Values): boolean {
  return Object.hasOwn(values, 'key') && !isSubscription(values);
}

function isUser(values: Values): boolean {
  return Object.hasOwn(values, 'username');
}

function isSubscription(values: Values): boolean {
  return Object.hasOwn(values, 'subscription') && Object.hasOwn(values, 'user');
}

function mapUser(
  values: Values,
  name: string,
  isLicence: boolean,
  subscription: { end: number; name: string } | undefined,
): RowTexts {
  const hwid = textOf(values, 'hwid');
  const banned = textOf(values, 'banned');
  return {
    ...(isLicence ? { card: name } : { username: name, password_hash: textOf(values, 'password') }),
    state: '',
    // Without a subscription the user has no access.
    ...(subscription ? { expires_at: String(subscription.end) } : { state: 'expired' }),
    card_type: subscription?.name ?? '',
    ...(hwid !== '' && { devices: [hwid] }),
    frozen: banned === '' ? 'false' : 'true',
    note: [textOf(values, 'email'), banned].filter((text) => text !== '').join(', '),
  };
}

function mapKey(values: Values): Omit<MappedRecord, 'line'> {
  const status = textOf(values, 'status').toLowerCase();
  const banned = textOf(values, 'banned');
  const usedBy = textOf(values, 'usedby');
  const usedOn = Number(textOf(values, 'usedon'));
  const card = textOf(values, 'key');
  const isBanned = banned !== '' || status === 'banned';
  const texts: RowTexts = {
    card,
    card_type: textOf(values, 'level'),
    frozen: isBanned ? 'true' : 'false',
    note: [textOf(values, 'note'), banned].filter((text) => text !== '').join(', '),
  };
  if (usedBy !== '' && usedBy !== card)
    return { texts, fault: { code: 'used_by_user', params: { username: usedBy.slice(0, MAX_SHOWN_NAME) } } };
  if (!(usedOn > 0)) return { texts: { ...texts, state: 'unused' } };
  // `expires` is a field of the seller API, in seconds.
  const seconds = Number(textOf(values, 'expires')) || Number(textOf(values, 'expiry')) * SEC_PER_DAY;
  // Extensions and bans after the first login change only the user whose name is the key, in the file of users.
  return {
    texts: { ...texts, activated_at: String(usedOn), expires_at: String(usedOn + Math.round(seconds)) },
    startOnly: true,
  };
}

const MAX_SHOWN_NAME = 70;

function textOf(values: Values, name: string): string {
  return Object.hasOwn(values, name) ? (toText(values[name]) ?? '').trim() : '';
}

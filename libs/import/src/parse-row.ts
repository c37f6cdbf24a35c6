import { LIMITS } from '@app/database';
import { LATEST_EXPIRY } from '@app/licensing';
import { hasLength, isPrintable, parseLegacyHash } from '@app/platform';
import {
  type FaultyRow,
  IMPORT_STATES,
  type ImportRow,
  type ImportState,
  isFault,
  MAX_ROW_DEVICES,
  type RowFault,
  type RowTexts,
} from './import-row.js';

/** Maximum number of characters of a name in a report. */
const MAX_SHOWN = 64;
const MAX_DEVICE_LENGTH = 128;
const [, MAX_USES] = LIMITS.uses;
const MAX_SECONDS = Math.floor(LATEST_EXPIRY / 1000);
/** Matches seconds since 1970, for times after 1973. Shorter numbers may be dates: 20271231 is a date in ISO 8601. */
const UNIX_SECONDS = /^\d{9,11}$/;

/** Fields whose text must be printable, with their maximum lengths in characters. */
const LENGTHS = { card: 64, username: 20, card_type: 100, note: 500, batch: 100 } as const;

const FLAGS = new Map([
  ...['1', 'true', 'yes'].map((text) => [text, true] as const),
  ...['0', 'false', 'no'].map((text) => [text, false] as const),
]);

/**
 * Parses a row.
 * @param timeZone time zone of times that have none
 */
export function parseRow(line: number, texts: RowTexts, timeZone: string): ImportRow | FaultyRow {
  const row = parse(texts, timeZone);
  return isFault(row) ? faultyRow(line, texts, row) : { line, ...row };
}

/** Returns the entry for a row that cannot be imported because of `fault`. */
export function faultyRow(line: number, { card, username }: RowTexts, fault: RowFault): FaultyRow {
  const name = username || card || '';
  const shown = Array.from(name.slice(0, 2 * MAX_SHOWN)).slice(0, MAX_SHOWN);
  return { line, name: shown.join(''), fault, usedCard: fault.code === 'used_by_user' ? card : undefined };
}

function parse(texts: RowTexts, timeZone: string): Omit<ImportRow, 'line'> | RowFault {
  const { card, username, note, batch } = texts;
  if (!card && !username) return { code: 'name_missing', params: {} };
  for (const [column, max] of Object.entries(LENGTHS)) {
    const fault = textFault(column, texts[column as keyof typeof LENGTHS], max);
    if (fault) return fault;
  }
  const devices = parseDevices(texts.devices);
  if (devices && isFault(devices)) return devices;
  const state = texts.state?.trim().toLowerCase() || undefined;
  if (state !== undefined && !isState(state)) return { code: 'state_unknown', params: {} };

  const activatedAt = parseTime('activated_at', texts.activated_at, timeZone);
  if (typeof activatedAt === 'object') return activatedAt;
  const expiresAt = parseTime('expires_at', texts.expires_at, timeZone);
  if (typeof expiresAt === 'object') return expiresAt;
  const remaining = parseNumber('remaining_seconds', texts.remaining_seconds, MAX_SECONDS);
  if (typeof remaining === 'object') return remaining;
  if (expiresAt !== undefined && remaining !== undefined) return { code: 'ends_differ', params: {} };
  const usesLeft = parseNumber('uses_left', texts.uses_left, MAX_USES);
  if (typeof usesLeft === 'object') return usesLeft;

  const frozen = parseFlag('frozen', texts.frozen);
  if (typeof frozen === 'object') return frozen;
  const issued = parseFlag('issued', texts.issued);
  if (typeof issued === 'object') return issued;
  const passwordHash = texts.password_hash ? parseLegacyHash(texts.password_hash.trim()) : undefined;
  if (texts.password_hash && passwordHash === undefined) return { code: 'password_hash_unknown', params: {} };
  return {
    card: card || undefined,
    username: username || undefined,
    cardType: texts.card_type || undefined,
    state,
    activatedAt,
    expiresAt,
    remainingMs: remaining === undefined ? undefined : remaining * 1000,
    devices,
    note: note || undefined,
    batch: batch || undefined,
    frozen,
    issued,
    usesLeft,
    passwordHash,
  };
}

function parseFlag(column: string, text: string | undefined): boolean | RowFault | undefined {
  const flag = text?.trim().toLowerCase();
  if (!flag) return undefined;
  return FLAGS.get(flag) ?? { code: 'column_invalid_flag', params: { column } };
}

function textFault(column: string, text: string | undefined, max: number): RowFault | undefined {
  // An empty field leaves the property unset.
  if (!text) return undefined;
  if (!hasLength(text, 1, max)) return { code: 'column_too_long', params: { column, max } };
  if (text !== text.trim()) return { code: 'column_with_white_space', params: { column } };
  return isPrintable(text) ? undefined : { code: 'column_unprintable', params: { column } };
}

/** Returns the distinct device ids. Clients choose these ids, so they can have any characters. */
function parseDevices(texts: readonly string[] | undefined): readonly string[] | RowFault | undefined {
  if (texts === undefined) return undefined;
  const devices = [...new Set(texts)];
  if (devices.length > MAX_ROW_DEVICES)
    return { code: 'too_many_row_devices', params: { max: MAX_ROW_DEVICES } };
  const isTooLong = devices.some((device) => !hasLength(device, 1, MAX_DEVICE_LENGTH));
  return isTooLong
    ? { code: 'column_too_long', params: { column: 'devices', max: MAX_DEVICE_LENGTH } }
    : devices;
}

function isState(text: string): text is ImportState {
  return (IMPORT_STATES as readonly string[]).includes(text);
}

/** Reads ISO 8601 (`T` or a space between date and time), or whole seconds since 1970, with 9 to 11 digits. */
function parseTime(
  column: string,
  text: string | undefined,
  timeZone: string,
): number | RowFault | undefined {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  const time = UNIX_SECONDS.test(trimmed) ? Number(trimmed) * 1000 : readIso(trimmed, timeZone);
  return time !== undefined && time >= 0 && time <= LATEST_EXPIRY
    ? time
    : { code: 'column_invalid_time', params: { column } };
}

function readIso(text: string, timeZone: string): number | undefined {
  try {
    return Temporal.Instant.from(text).epochMilliseconds;
  } catch {
    // The text has no zone, or is not a time.
  }
  try {
    return Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

function parseNumber(column: string, text: string | undefined, max: number): number | RowFault | undefined {
  const trimmed = text?.trim();
  if (!trimmed) return undefined;
  const number = /^\d{1,12}$/.test(trimmed) ? Number(trimmed) : NaN;
  return number <= max ? number : { code: 'column_invalid_number', params: { column, min: 0, max } };
}

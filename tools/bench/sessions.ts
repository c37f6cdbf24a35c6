// Computes sessions from their numbers, so that several processes know the same sessions without storing them.
import { hash } from 'node:crypto';
import type { Call } from './load/generator.ts';
import { cardRows, type Row } from './bulk-insert.ts';

const DAY_MS = 86_400_000;
/** One session in a hundred has sent no heartbeat for longer than its timeout. */
const LATE_EVERY = 100;
const TERM_DAYS = 30;

/** The session timeout is longer than the benchmark, so that only late sessions time out. */
export const APPLICATION = {
  name: 'Benchmark',
  heartbeat_timeout_sec: DAY_MS / 1000,
  card_types: [{ name: 'Month', duration: { unit: 'days', amount: TERM_DAYS } }],
};

/** Returns a card key like those of the server, a token, and a device id of 32 characters. */
export function sessionAt(i: number) {
  const digits = hash('sha512', `session ${i}`);
  const key = digits.slice(0, 16).toUpperCase();
  return {
    card: `${key.slice(0, 4)}-${key.slice(4, 8)}-${key.slice(8, 12)}-${key.slice(12)}`,
    token: digits.slice(16, 36),
    deviceId: digits.slice(36, 68),
  };
}

export function isLate(i: number): boolean {
  return i % LATE_EVERY === LATE_EVERY - 1;
}

/** Returns a session's row, keyed by the properties of the entity. The session and its card have the same id. */
export function sessionValues(i: number, now: number) {
  const { token, deviceId } = sessionAt(i);
  const lastSeenAt = isLate(i) ? now - 2 * DAY_MS : now;
  return {
    id: i + 1,
    applicationId: 1,
    holderKind: 'card' as const,
    holderId: i + 1,
    deviceId,
    tokenHash: hash('sha256', token, 'base64url'),
    ip: '192.0.2.7',
    createdAt: lastSeenAt,
    lastSeenAt,
    endedAt: null,
    endReason: null,
  };
}

/** Returns the epoch milliseconds at which all cards expire. */
export function expiryOf(now: number): number {
  return now + TERM_DAYS * DAY_MS;
}

export function* sessionRows(count: number, now: number): Generator<Row> {
  for (let i = 0; i < count; i++) {
    const values = Object.entries(sessionValues(i, now));
    yield Object.fromEntries(values.map(([name, value]) => [snakeCase(name), value]));
  }
}

/** Yields the cards of some sessions. */
export function* rowsOfCards(sessions: Iterable<number>, now: number): Generator<Row> {
  const terms = {
    duration_unit: 'days',
    duration_amount: TERM_DAYS,
    status: 'activated',
    activated_at: now,
    expires_at: expiryOf(now),
  };
  for (const i of sessions)
    for (const row of cardRows([sessionAt(i).card], terms)) yield { ...row, id: i + 1 };
}

/** Returns a session's heartbeat. */
export function heartbeatOf(i: number): Call {
  const { card, token } = sessionAt(i);
  return ['/api/client/v1/card/heartbeat', { card, token }];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

// Creates the data of a shop after two years: a million cards by default, and related rows.
import { openForBulk, type Row, searchColumns } from '../bulk-insert.ts';
import { HEARTBEAT_CARDS } from '../heartbeats.ts';
import type { Environment } from '../server.ts';

const DAY_MS = 86_400_000;
/** Id of the first card, after the ids of the cards that `latchkey apply` creates. */
export const FIRST_CARD = 1001;
export const DEFAULT_CARDS = 1_000_000;
const BATCHES = 100;
/** The benchmark has a large and a small application. This is the ratio of the small one's cards to the large one's. */
const SMALL_APPLICATION = 0.05;
/**
 * Number of related rows per card. Only the first million cards count: in a larger shop most cards are old, and have no
 * customers or recent records.
 */
const PER_CARD = {
  users: 0.09,
  usersOfSmall: 0.01,
  cardDevices: 0.15,
  userDevices: 0.05,
  openSessions: 0.1,
  endedSessions: 0.3,
  auditRecords: 0.2,
  refusals: 0.3,
};

/** Size of the sample of unused cards; the sample is smaller if there are few cards. */
const UNUSED = 20_000;

/** The address with the most refusals. */
export const REFUSED_ADDRESS = '192.0.2.7';

/** Five card types. `share` is the percentage of batches with this type. Cards of the last type never expire. */
const CARD_TYPES = [
  { name: 'Month', duration: { unit: 'days', amount: 30 }, share: 50, mark: 'MON' },
  { name: 'Quarter', duration: { unit: 'days', amount: 90 }, share: 25, mark: 'QUA' },
  { name: 'Year', duration: { unit: 'days', amount: 365 }, share: 15, mark: 'YEA' },
  { name: 'Trial', duration: { unit: 'days', amount: 3 }, share: 8, mark: 'TRI' },
  { name: 'Lifetime', duration: { unit: 'permanent' }, share: 2, mark: 'LIF' },
];

/** Returns a number from 0 to 1. */
type Random = () => number;

/** An activated card or user. */
interface Holder {
  kind: 'card' | 'user';
  id: number;
  application: number;
}

/** Applications that `latchkey apply` creates before the run. Their session timeout is longer than the benchmark. */
export const APPLICATIONS = ['Large', 'Small'].map((name, index) => ({
  name,
  heartbeat_timeout_sec: 86_400,
  card_types: CARD_TYPES.map(({ name, duration }) => ({ name, duration })),
  cards: index === 0 ? HEARTBEAT_CARDS.map((card) => ({ card, card_type: 'Month' })) : [],
}));

/**
 * Fills the database of a server that is not running yet.
 * @param now epoch milliseconds
 * @param count cards of the large application
 * @returns keys of unused cards, sampled from the whole table
 */
export async function seed(env: Environment, now: number, count: number): Promise<string[]> {
  const database = await openForBulk(env);
  const random = randomFrom(20_261_120);
  const sizes = sizesOf(count);
  const holders: Holder[] = [];
  const unused: string[] = [];
  const counts = [count, Math.round(count * SMALL_APPLICATION)];
  await database.insert('cards', cards(now, random, counts, holders, unused));
  await database.insert('users', users(now, random, [sizes.users, sizes.usersOfSmall], holders));
  const bound = pick(holders, ({ kind }) => kind === 'card', sizes.cardDevices, random).concat(
    pick(holders, ({ kind }) => kind === 'user', sizes.userDevices, random),
  );
  await database.insert('devices', devices(bound));
  await database.insert('sessions', sessions(now, random, sizes, bound));
  await database.insert('audit_log', auditRecords(now, random, sizes.auditRecords, count));
  await database.insert('refusals', refusals(now, random, sizes.refusals, bound));
  await database.close();
  return unused;
}

type Sizes = typeof PER_CARD;

/** Returns the number of related rows of each kind in a shop with `count` cards. */
export function sizesOf(count: number): Sizes {
  const counted = Math.min(count, DEFAULT_CARDS);
  const sizes = Object.entries(PER_CARD).map(([kind, share]) => [kind, Math.round(share * counted)]);
  return Object.fromEntries(sizes) as Sizes;
}

/**
 * Yields cards. The older a batch, the more of its cards are activated; every third batch has notes. Activated cards
 * are added to `holders`, and a sample of the unused cards of the large application to `unused`.
 */
function* cards(
  now: number,
  random: Random,
  counts: number[],
  holders: Holder[],
  unused: string[],
): Generator<Row> {
  const perBatch = Math.ceil(counts[0]! / BATCHES);
  const every = Math.max(1, Math.floor(counts[0]! / 2 / UNUSED));
  let id = FIRST_CARD - 1;
  for (const [index, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      id += 1;
      const age = 1 - i / count;
      const batch = Math.floor(i / perBatch);
      const type = typeOfBatch(batch);
      const createdAt = now - Math.floor(age * 730 * DAY_MS);
      const life = lifeOf(random() < age * 0.8 ? random() : 1, type, createdAt, now, random);
      if (life.status === 'activated') holders.push({ kind: 'card', id, application: index + 1 });
      const card = `${CARD_TYPES[type]!.mark}-${key(random, 4)}-${key(random, 4)}-${key(random, 4)}`;
      if (index === 0 && i % every === 0 && life.status === 'unused' && life.frozen === 0) unused.push(card);
      yield {
        id,
        application_id: index + 1,
        card_type_id: index * CARD_TYPES.length + type + 1,
        card,
        ...searchColumns(card),
        ...termsOf(type),
        ...life,
        unbinds_used: 0,
        unbind_failures: 0,
        note: batch % 3 === 0 ? `Reseller ${String((batch * 7) % 90).padStart(2, '0')}, order ${i}` : null,
        batch: `Batch ${batch + 1}`,
        created_at: createdAt,
        updated_at: createdAt,
      };
    }
  }
}

function* users(now: number, random: Random, counts: number[], holders: Holder[]): Generator<Row> {
  const perBatch = Math.ceil(counts[0]! / BATCHES);
  let id = 0;
  for (const [index, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      id += 1;
      const type = typeOfBatch(Math.floor(i / perBatch));
      const createdAt = now - Math.floor((1 - i / count) * 730 * DAY_MS);
      const life = lifeOf(random() * 0.9, type, createdAt, now, random);
      if (life.status === 'activated') holders.push({ kind: 'user', id, application: index + 1 });
      yield {
        id,
        application_id: index + 1,
        card_type_id: index * CARD_TYPES.length + type + 1,
        username: `${key(random, 6).toLowerCase()}${i}`,
        password_hash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$bm90IGEgcGFzc3dvcmQgaGFzaA',
        ...termsOf(type),
        ...life,
        unbinds_used: 0,
        note: i % 3 === 0 ? `Customer ${i}` : null,
        created_at: createdAt,
        updated_at: createdAt,
      };
    }
  }
}

/**
 * Returns the status and times of a card or a user.
 * @param lot random number from 0 to 1; 1 means unused
 */
function lifeOf(lot: number, type: number, createdAt: number, now: number, random: Random) {
  const isPermanent = type === CARD_TYPES.length - 1;
  const untouched = { status: 'unused', frozen: 0, activated_at: null, expires_at: null };
  if (lot >= 1) return untouched;
  if (lot > 0.925) return { ...untouched, status: 'consumed' };
  if (lot < 0.01) return { ...untouched, frozen: 1 };
  const activatedAt = createdAt + Math.floor(random() * (now - createdAt));
  const isActive = isPermanent || lot < 0.675;
  const expiresAt = isActive
    ? now + Math.floor(random() * 365 * DAY_MS)
    : now - Math.floor(random() * (now - activatedAt));
  return {
    status: 'activated',
    frozen: lot < 0.05 ? 1 : 0,
    activated_at: activatedAt,
    expires_at: isPermanent ? null : expiresAt,
  };
}

function* devices(bound: Holder[]): Generator<Row> {
  for (const [index, { kind, id, application }] of bound.entries()) {
    yield {
      application_id: application,
      holder_kind: kind,
      holder_id: id,
      device_id: deviceOf(index),
      bound_at: 1_700_000_000_000 + index,
    };
  }
}

function* sessions(
  now: number,
  random: Random,
  { openSessions, endedSessions }: Sizes,
  bound: Holder[],
): Generator<Row> {
  for (let i = 0; i < endedSessions + openSessions; i++) {
    const isOpen = i >= endedSessions;
    const device = isOpen ? i - endedSessions : Math.floor(random() * bound.length);
    const { kind, id, application } = bound[device]!;
    const lastSeenAt = isOpen
      ? now - Math.floor(random() * 1_800_000)
      : now - Math.floor((1 - (i * random()) / endedSessions) * 29 * DAY_MS) - 3_600_000;
    yield {
      application_id: application,
      holder_kind: kind,
      holder_id: id,
      device_id: deviceOf(device),
      token_hash: key(random, 43),
      ip: `10.${i % 200}.${Math.floor(random() * 256)}.${i % 256}`,
      created_at: lastSeenAt - 3_600_000,
      last_seen_at: lastSeenAt,
      ended_at: isOpen ? null : lastSeenAt + 1_800_000,
      end_reason: isOpen ? null : 'timeout',
    };
  }
}

function* auditRecords(now: number, random: Random, count: number, cards: number): Generator<Row> {
  for (let i = 0; i < count; i++) {
    const actor = Math.floor(random() ** 2 * 12);
    const action = ['update', 'freeze', 'unfreeze', 'add_time', 'reset'][Math.floor(random() ** 2 * 5)]!;
    const record = 1 + Math.floor(random() * cards);
    yield {
      at: now - Math.floor((1 - i / count) * 729 * DAY_MS),
      actor_kind: 'admin',
      actor_id: actor,
      actor_name: `person${actor}@example.com`,
      application_id: i % 20 === 0 ? (i % 40 === 0 ? null : 2) : 1,
      resource: i % 10 < 7 ? 'cards' : ['users', 'variables', 'functions'][i % 3]!,
      record_id: String(record),
      record_name: `MON-${record}`,
      action,
      before: JSON.stringify({ frozen: false, note: null, expiresAt: now }),
      after: JSON.stringify({ frozen: true, note: `Changed for the ${i}th time`, expiresAt: now + DAY_MS }),
      ip: '192.0.2.7',
      request_id: `b1946ac9-${String(i).padStart(12, '0')}`,
    };
  }
}

function* refusals(now: number, random: Random, count: number, bound: Holder[]): Generator<Row> {
  for (let i = 0; i < count; i++) {
    const device = Math.floor(random() * bound.length);
    yield {
      application_id: bound[device]!.application,
      at: now - Math.floor((1 - i / count) * 13 * DAY_MS),
      endpoint: 'card/login',
      code: i % 3 === 0 ? 10_213 : i % 50 === 0 ? 10_218 : 10_210,
      name: `MON-${key(random, 4)}`,
      device_id: deviceOf(device),
      // A tenth of the refusals come from one address, the others from thousands of addresses.
      ip: i % 10 === 0 ? REFUSED_ADDRESS : `10.0.${Math.floor(random() ** 2 * 64)}.${i % 256}`,
      version: i % 4 === 0 ? null : `2.${i % 7}.0`,
    };
  }
}

/** Returns the id of a bound device. Ids have a realistic length and no order. */
export function deviceOf(index: number): string {
  const hash = Math.imul(index + 1, 0x9e37_79b1) >>> 0;
  return `PC-${hash.toString(16).padStart(8, '0').toUpperCase()}-${String(index).padStart(8, '0')}`;
}

function termsOf(type: number) {
  const { unit, amount } = CARD_TYPES[type]!.duration;
  return {
    duration_unit: unit,
    duration_amount: amount ?? 0,
    max_sessions: 1,
    max_devices: 1,
    unbind_limit: null,
  };
}

/** Returns the card type of a batch. In each hundred batches, each type occurs exactly as often as its `share` says. */
function typeOfBatch(batch: number): number {
  let place = (batch * 37) % 100;
  return CARD_TYPES.findIndex(({ share }) => (place -= share) < 0);
}

/** Returns `count` different holders for which `fits` is true, in random order. */
function pick(all: Holder[], fits: (holder: Holder) => boolean, count: number, random: Random): Holder[] {
  const found = all.filter(fits);
  for (let i = 0; i < Math.min(count, found.length); i++) {
    const other = i + Math.floor(random() * (found.length - i));
    [found[i], found[other]] = [found[other]!, found[i]!];
  }
  return found.slice(0, count);
}

const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

function key(random: Random, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET[Math.floor(random() * ALPHABET.length)];
  return text;
}

/** Returns a random generator (mulberry32). The same seed gives the same numbers, so that runs are comparable. */
function randomFrom(start: number): Random {
  let state = start;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

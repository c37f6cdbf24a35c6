import { AdminClient } from '../admin-client.ts';
import { type Shop, signInManager } from '../shop/open-shop.ts';
import { deviceOf, FIRST_CARD } from '../shop/seed.ts';
import { percentile } from '../statistics.ts';

const SAMPLES = 100;
const LIMIT_MS = 150;

interface Found {
  results: { kind: string; title: string; match: string }[];
  near: { title: string }[];
}

interface Query {
  readonly name: string;
  /** Returns the text that somebody types to find one of the sampled cards. */
  readonly textOf: (card: string, index: number) => string;
  /** Returns true if the answer is correct. */
  readonly isRight: (found: Found, card: string) => boolean;
}

const finds = (kind: string) => (found: Found) => found.results.some((result) => result.kind === kind);
const findsCard = ({ results }: Found, card: string) =>
  results.some(({ title, match }) => title === card && match === 'full');

const QUERIES: Query[] = [
  { name: 'full key', textOf: (card) => card, isRight: findsCard },
  {
    name: 'full key, small letters',
    textOf: (card) => card.toLowerCase().replaceAll('-', ''),
    isRight: findsCard,
  },
  {
    name: 'pasted sentence',
    textOf: (card) => `你好 我的卡密 ${card.toLowerCase()} 登不上了`,
    isRight: findsCard,
  },
  { name: 'suffix of 4', textOf: (card) => card.slice(-4).toLowerCase(), isRight: finds('card') },
  { name: 'suffix of 2', textOf: (card) => card.slice(-2), isRight: finds('card') },
  { name: 'prefix of 8', textOf: (card) => card.slice(0, 8), isRight: finds('card') },
  { name: 'prefix of 3', textOf: (card) => card.slice(0, 3), isRight: finds('card') },
  {
    name: 'nothing found, one character wrong',
    textOf: (card) => `${card.slice(0, -1)}#`.replace('#', card.endsWith('Z') ? 'Y' : 'Z'),
    isRight: ({ near }, card) => near.some(({ title }) => title === card),
  },
  {
    name: 'nothing found, nothing similar',
    textOf: (_, index) => `0O1I-5S8B-0O1I-${index}00000`,
    isRight: ({ results, near }) => results.length + near.length === 0,
  },
  {
    name: 'nothing found, longest text',
    textOf: (_, index) => '0O1IL5S8B2Z '.repeat(41) + index,
    isRight: () => true,
  },
  { name: 'device', textOf: (_, index) => deviceOf(index), isRight: finds('device') },
  { name: 'user', textOf: (card) => card.slice(4, 6).toLowerCase(), isRight: () => true },
  { name: 'batch', textOf: (_, index) => `batch ${1 + (index % 100)}`, isRight: finds('batch') },
  { name: 'address of all refusals', textOf: () => '192.0.2.7', isRight: finds('address') },
];

/** Measures the search of the admin API, for an owner and a manager of the small application. */
export async function searchCase({ server, cards: count }: Shop) {
  const owner = await AdminClient.signIn(server);
  const [small] = await owner.send<{ id: number }[]>('GET', '/applications?sort=["id","DESC"]');
  const manager = await signInManager(server, owner, 'search', small!.id);
  const cards = await sampleCards(owner, count);

  const details: Awaited<ReturnType<typeof measure>>[] = [];
  for (const query of QUERIES) details.push(await measure('owner', owner, query, cards));
  for (const query of QUERIES)
    details.push(await measure('manager', manager, { ...query, isRight: () => true }, cards));
  return {
    details,
    queries: details.length,
    median_ms_worst: Math.max(...details.map(({ median_ms }) => median_ms)),
    p95_ms_worst: Math.max(...details.map(({ p95_ms }) => p95_ms)),
    max_ms: Math.max(...details.map(({ max_ms }) => max_ms)),
    over_150_ms: details.filter(({ p95_ms }) => p95_ms > LIMIT_MS).length,
  };
}

/** Returns keys of cards that are spread over the whole table. */
async function sampleCards(admin: AdminClient, count: number): Promise<string[]> {
  const step = Math.floor(count / SAMPLES);
  const ids = Array.from({ length: SAMPLES }, (_, i) => FIRST_CARD + i * step + ((i * 7919) % step));
  const query = new URLSearchParams({ filter: JSON.stringify({ id: ids }), range: `[0,${SAMPLES - 1}]` });
  const cards = await admin.send<{ card: string }[]>('GET', `/cards?${query.toString()}`);
  return cards.map(({ card }) => card);
}

async function measure(as: string, admin: AdminClient, { name, textOf, isRight }: Query, cards: string[]) {
  const times: number[] = [];
  for (const [index, card] of cards.entries()) {
    const q = textOf(card, index);
    const started = performance.now();
    const found = await admin.send<Found>('GET', `/search?${new URLSearchParams({ q }).toString()}`);
    times.push(performance.now() - started);
    if (!isRight(found, card))
      throw new Error(`${name}: the search for ${q} returned ${JSON.stringify(found)}`);
  }
  return {
    as,
    name,
    first_ms: percentile(times.slice(0, 1), 1),
    median_ms: percentile(times, 0.5),
    p95_ms: percentile(times, 0.95),
    max_ms: percentile(times, 1),
  };
}

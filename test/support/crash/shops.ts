import type { ApplicationDto } from '@app/apply';
import { SystemClock } from '@app/platform';
import { AdminClient } from '../admin-client.js';
import { applyByCommand } from '../server-process.js';
import { ShopClient } from '../shop.js';
import { SignedClient } from '../signed-client.js';
import { APPLIED_CARD } from './apply-desk.js';
import { HOUR_MS } from './admin-rules.js';
import type { Shop } from './operation.js';
import {
  CARD_HOURS,
  CARD_TYPE,
  CARD_USES,
  DEDUCTED_MS,
  MAX_DEVICES,
  MAX_SESSIONS,
  PAID,
  type Policies,
  TRIAL_MINUTES,
} from './world.js';

const CUSTOMERS = 4;
/** Batch of the cards in stock. */
const STOCK = 'stock';
/** Cards in stock for each card of a customer. */
const STOCK_PER_SPARE = 8;
/** Unbind policies; each gets one application. */
const POLICIES: readonly Policies[] = [
  { multiOpen: 'kick_oldest', unbind: 'deduct_hours' },
  { multiOpen: 'refuse', unbind: 'reset_to_unused' },
];

/** An application with the cards of its customers, by customer name. */
export interface AppliedShop {
  readonly application: ApplicationDto;
  readonly policies: Policies;
  readonly cards: ReadonlyMap<string, readonly string[]>;
}

/** Creates the applications in an empty database. */
export async function applyShops(
  environment: Record<string, string>,
  cardsEach: number,
): Promise<AppliedShop[]> {
  const shops: AppliedShop[] = [];
  for (const [index, policies] of POLICIES.entries()) {
    const names = Array.from({ length: CUSTOMERS }, (_, i) => `P${index}${i}`);
    const cards = new Map(names.map((name) => [name, cardsOf(name, cardsEach)]));
    const rows = [...cards.values()].flat().map((card) => ({ card, card_type: CARD_TYPE }));
    const application = await applyByCommand(environment, {
      name: `Shop ${index}`,
      ...settingsOf(policies),
      cards: [...rows, ...stockOf(index, cardsEach), APPLIED_CARD],
    });
    shops.push({ application, policies, cards });
  }
  return shops;
}

/** Returns card names. No name is a prefix of another name. */
function cardsOf(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name}-${String(i).padStart(4, '0')}`);
}

function settingsOf({ multiOpen, unbind }: Policies): object {
  const terms = {
    duration: { unit: 'hours', amount: CARD_HOURS },
    max_sessions: MAX_SESSIONS,
    max_devices: MAX_DEVICES,
    // High enough that no limit is reached.
    unbind_limit: 1_000_000,
    uses: CARD_USES,
    offline_hours: CARD_HOURS,
  };
  return {
    multi_open_policy: multiOpen,
    unbind_policy: unbind,
    unbind_hours: DEDUCTED_MS / HOUR_MS,
    // No session expires by itself.
    heartbeat_timeout_sec: 86_400,
    card_types: [{ name: CARD_TYPE, ...terms }],
    functions: [PAID],
    trial: 'once',
    trial_minutes: TRIAL_MINUTES,
  };
}

/** Returns the stock of an application, which is larger than all orders of its customers. */
function stockOf(index: number, cardsEach: number): object[] {
  const count = cardsEach * STOCK_PER_SPARE;
  return cardsOf(`Stock${index}`, count).map((card) => ({ card, card_type: CARD_TYPE, batch: STOCK }));
}

/** Opens the shops on a server in their given order; the owner signs in once. */
export async function openShops(url: string, shops: readonly AppliedShop[]): Promise<Shop[]> {
  const admin = await AdminClient.owner({ url });
  const { body } = await admin.list<{ id: number; name: string }>('/applications');
  const opened: Shop[] = [];
  for (const { application, policies } of shops) {
    const { app_key, app_secret, sign_mode, name } = application;
    const credentials = { app_key: app_key!, app_secret: app_secret!, sign_mode: sign_mode! };
    const client = new SignedClient(url, credentials, new SystemClock());
    const applicationId = body.find((row) => row.name === name)!.id;
    const orders = new ShopClient(url, await openChannel(admin, applicationId, opened.length));
    opened.push({ name, applicationId, policies, client, admin, orders });
  }
  return opened;
}

/** Creates a channel and returns its key. The first application makes cards, the others sell their stock. */
async function openChannel(admin: AdminClient, applicationId: number, index: number): Promise<string> {
  const filter = { applicationId, name: CARD_TYPE };
  const { body } = await admin.list<{ id: number }>('/card-types', { filter });
  const source = index === 0 ? { mode: 'make' } : { mode: 'stock', batch: STOCK };
  const product = { cardTypeId: body[0]!.id, name: 'Card', price: 100, currency: 'CNY', ...source };
  const fields = { applicationId, name: 'Shop', products: [product] };
  return (await admin.create<{ key: string }>('/channels', fields)).key;
}

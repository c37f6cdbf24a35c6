import type { ApplicationDto } from '@app/apply';
import { SystemClock } from '@app/platform';
import { AdminClient, OWNER } from '../admin-client.js';
import { applyByCommand } from '../server-process.js';
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
      cards: [...rows, APPLIED_CARD],
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

/** Opens the shops on a server, in their order; the owner signs in once. */
export async function openShops(url: string, shops: readonly AppliedShop[]): Promise<Shop[]> {
  const admin = new AdminClient(url);
  const { status } = await admin.signIn(OWNER.email, OWNER.password);
  if (status !== 200) throw new Error(`The owner's sign-in was answered ${status}`);
  const { body } = await admin.list<{ id: number; name: string }>('/applications');
  return shops.map(({ application: { app_key, app_secret, sign_mode, name }, policies }) => {
    const credentials = { app_key: app_key!, app_secret: app_secret!, sign_mode: sign_mode! };
    const client = new SignedClient(url, credentials, new SystemClock());
    return { name, applicationId: body.find((row) => row.name === name)!.id, policies, client, admin };
  });
}

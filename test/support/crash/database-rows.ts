import { type DataSource, IsNull } from 'typeorm';
import {
  AuditRecord,
  Card,
  Consumption,
  Device,
  Order,
  type SessionKindName,
  RemoteData,
  Session,
  Ticket,
  Trial,
  User,
  Variable,
} from '@app/database';
import { verifyPassword } from '@app/platform';
import { auditKey } from './admin-rules.js';
import type { Seen, SeenHolder } from './compare.js';
import { trialDevice } from './operation.js';
import { dataKey } from './remote-rules.js';
import type { World } from './world.js';

type Held = { holderKind: SessionKindName; holderId: number };
const heldBy = ({ holderKind, holderId }: Held) => `${holderKind} ${holderId}`;

/** The customer whose rows are selected. */
interface Owner {
  readonly name: string;
  readonly world: World;
  readonly variable: string;
}

/** Cached results of comparing passwords with hashes, which never change and are slow to compute. */
export type KnownPasswords = Map<string, boolean>;

/** All rows that concern customers, read once. */
export class DatabaseRows {
  private constructor(
    private readonly cards: Map<string, Card>,
    private readonly users: Map<string, User>,
    private readonly devices: Map<string, Device[]>,
    private readonly tickets: Map<string, Ticket[]>,
    private readonly sessions: Map<string, Session[]>,
    private readonly consumptions: Map<string, Consumption[]>,
    private readonly trials: Map<string, Trial>,
    private readonly data: RemoteData[],
    private readonly variables: Map<string, string>,
    readonly orders: World['orders'],
    private readonly audit: { resource: string; recordName: string; action: string; count: number }[],
  ) {}

  static async read({ manager }: DataSource): Promise<DatabaseRows> {
    const cards = await manager.find(Card);
    const users = await manager.find(User);
    const devices = await manager.find(Device);
    const sessions = await manager.findBy(Session, { endedAt: IsNull() });
    const variables = await manager.find(Variable);
    const audit = await manager
      .createQueryBuilder(AuditRecord, 'row')
      .select(['row.resource AS resource', 'row.record_name AS recordName', 'row.action AS action'])
      .addSelect('COUNT(*)', 'count')
      .groupBy('row.resource, row.record_name, row.action')
      .getRawMany<{ resource: string; recordName: string; action: string; count: number | string }>();
    return new DatabaseRows(
      new Map(cards.map((card) => [card.card, card])),
      new Map(users.map((user) => [user.username, user])),
      Map.groupBy(devices, heldBy),
      Map.groupBy(await manager.find(Ticket), heldBy),
      Map.groupBy(sessions, heldBy),
      Map.groupBy(await manager.find(Consumption), heldBy),
      new Map((await manager.find(Trial)).map((trial) => [trial.deviceId, trial])),
      await manager.find(RemoteData),
      new Map(variables.map(({ key, value }) => [key, value])),
      ordersIn(await manager.find(Order), cards),
      audit.map((row) => ({ ...row, count: Number(row.count) })),
    );
  }

  /** Returns a customer's records, looked up by one of the possible worlds. */
  async of({ name, world, variable }: Owner, passwords: KnownPasswords): Promise<Seen> {
    const isOwn = (card: string) => card.startsWith(`${name}-`);
    const card = this.cards.get(world.card.name);
    const user = this.users.get(world.user.name);
    const own = this.audit.filter(
      ({ resource, recordName }) =>
        (resource === 'cards' && isOwn(recordName)) ||
        (resource === 'users' && recordName === world.user.name) ||
        (resource === 'variables' && recordName === variable),
    );
    return {
      card: card && this.holder('card', card),
      user: user && this.holder('user', user),
      spent: [...this.cards.values()].filter(({ card, status }) => isOwn(card) && status === 'consumed'),
      data: Object.fromEntries(this.dataOf(name, card)),
      variable: this.variables.get(variable) ?? null,
      trial: this.trials.get(trialDevice(name)),
      orders: Object.fromEntries(Object.entries(this.orders).filter(([no]) => isOwn(no))),
      audit: Object.fromEntries(
        own.map(({ resource, recordName, action, count }) => [auditKey(resource, recordName, action), count]),
      ),
      hasPassword: await hasPassword(world.card.unbindPassword, card?.unbindPasswordHash ?? null, passwords),
    };
  }

  private holder(kind: SessionKindName, row: Card | User): SeenHolder {
    const key = heldBy({ holderKind: kind, holderId: row.id });
    return {
      row,
      devices: this.devices.get(key) ?? [],
      tickets: this.tickets.get(key) ?? [],
      sessions: this.sessions.get(key) ?? [],
      consumptions: this.consumptions.get(key) ?? [],
    };
  }

  private dataOf(name: string, card: Card | undefined): [string, string][] {
    return this.data.flatMap(({ scope, ownerId, key, value }) => {
      const isOwn = scope === 'app' ? key.startsWith(`${name}-`) : ownerId === card?.id;
      return isOwn ? [[dataKey(scope, key), value]] : [];
    });
  }
}

/** Returns orders by their number, with their cards in the order of the answers. */
function ordersIn(orders: readonly Order[], cards: readonly Card[]): World['orders'] {
  const byOrder = Map.groupBy(
    cards.toSorted((a, b) => a.id - b.id),
    ({ orderId }) => orderId,
  );
  return Object.fromEntries(
    orders.map(({ id, externalNo, quantity }) => [
      externalNo,
      { quantity, text: (byOrder.get(id) ?? []).map(({ card }) => card).join('\n') },
    ]),
  );
}

/** Returns true if the hash belongs to the password, or if both are `null`. */
async function hasPassword(
  password: string | null,
  hash: string | null,
  known: KnownPasswords,
): Promise<boolean> {
  if (password === null || hash === null) return password === hash;
  const key = `${password} ${hash}`;
  const isRight = known.get(key) ?? (await verifyPassword(password, hash));
  known.set(key, isRight);
  return isRight;
}

/** Returns devices, sessions and data without an owner, and faults that the engine reports. */
export async function faultsOf({ manager, options }: DataSource): Promise<string[]> {
  const faults: string[] = [];
  // Consumptions are not checked, since they stay until their purge.
  for (const table of ['devices', 'tickets', 'sessions']) {
    for (const kind of ['card', 'user', 'trial']) {
      const orphans = await manager.query<unknown[]>(
        `SELECT id FROM ${table} WHERE holder_kind = '${kind}' AND holder_id NOT IN (SELECT id FROM ${kind}s)`,
      );
      if (orphans.length > 0) faults.push(`${orphans.length} ${table} of a ${kind} that is not there`);
    }
  }
  const data = await manager.query<unknown[]>(
    `SELECT id FROM remote_data WHERE scope = 'card' AND owner_id NOT IN (SELECT id FROM cards)`,
  );
  if (data.length > 0) faults.push(`${data.length} data of a card that is not there`);
  const sold = await manager.query<unknown[]>(
    `SELECT id FROM cards WHERE order_id IS NOT NULL AND order_id NOT IN (SELECT id FROM orders)
     UNION SELECT id FROM cards WHERE order_id IS NOT NULL AND issued_at IS NULL`,
  );
  if (sold.length > 0) faults.push(`${sold.length} sold cards without an order or its time`);
  if (options.type !== 'better-sqlite3') return faults;

  const integrity = await manager.query<{ integrity_check: string }[]>('PRAGMA integrity_check');
  const broken = await manager.query<unknown[]>('PRAGMA foreign_key_check');
  faults.push(...integrity.flatMap((row) => (row.integrity_check === 'ok' ? [] : row.integrity_check)));
  if (broken.length > 0) faults.push(`${broken.length} broken foreign keys`);
  return faults;
}

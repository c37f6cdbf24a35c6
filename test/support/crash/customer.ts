import { setTimeout } from 'node:timers/promises';
import { inspect } from 'node:util';
import { unfreeze } from './admin-operations.js';
import {
  consumeOf,
  heartbeatOf,
  loginWithSpare,
  rechargeWith,
  register,
  registerWith,
} from './client-operations.js';
import { mergeObserved } from './compare.js';
import type { DatabaseRows, KnownPasswords } from './database-rows.js';
import { orderOf } from './order-operations.js';
import { hashOf } from './outcomes.js';
import { type Exchange, Ledger } from './ledger.js';
import type { Choice, OnBehalfOf, Operation, Shop } from './operation.js';
import { planBatch } from './plan.js';
import type { SeededRandom } from './seeded-random.js';
import type { Traffic } from './traffic.js';
import { Wallet } from './wallet.js';
import { changed, newHolder, type World } from './world.js';

/**
 * Number of records of a kind, such as ended sessions or consumed cards, that a check tries again on the server. In the
 * database all of them are checked.
 */
const ASKED_AGAIN = 4;
/** Number of consecutive 503 responses after which the server counts as broken. */
const BUSY_AT_MOST = 20;
/** Milliseconds until the next requests after a server was too busy. The database may need some seconds. */
const BUSY_PAUSE_MS = 250;
const HISTORY = 40;
const LINE_LENGTH = 200;

/** A customer with a card, an account and spare cards, who keeps a ledger of the server's answers. */
export class Customer implements OnBehalfOf {
  readonly password: string;
  readonly variable: string;
  private readonly ledger: Ledger<World>;
  readonly wallet: Wallet;
  private readonly history: string[] = [];
  private batches = 0;
  private busyInARow = 0;
  private values = 0;

  /** @param cards unused cards; the first is the customer's, the others are spare */
  constructor(
    readonly name: string,
    readonly shop: Shop,
    private readonly traffic: Traffic,
    cards: readonly string[],
  ) {
    this.password = `password-${name}`;
    this.variable = `v-${name}`;
    const [card, ...spares] = cards;
    const world = { spent: {}, data: {}, variable: null, trial: null, orders: {}, audit: {} };
    this.ledger = new Ledger<World>([
      { ...world, card: newHolder(card!, 0, true), user: newHolder(`U${name}`, 0, false) },
    ]);
    this.wallet = new Wallet(this.ledger, spares);
  }

  get world(): World {
    return this.ledger.possible[0]!;
  }

  /**
   * Sends planned batches until the server has exited.
   * @param pauseMs milliseconds between two batches
   */
  async work(random: SeededRandom, isOver: () => boolean, pauseMs = 0): Promise<void> {
    for (; !isOver(); await setTimeout(pauseMs)) {
      const batch = planBatch(random);
      this.replaceCard();
      const operations = 'race' in batch ? this.race(batch.race) : batch.map((each) => this.adapted(each));
      if (!(await this.perform(operations))) return;
    }
  }

  /** Checks through the restarted server that confirmed state was kept and that ended state has not come back. */
  async askAgain(random: SeededRandom): Promise<void> {
    const { open, ended } = this.wallet.sorted();
    const again = [...open, ...ended.slice(-ASKED_AGAIN)].map((token) => heartbeatOf(this, token));
    const consumedAgain = open.flatMap((token) =>
      Object.entries(this.world[token.kind].consumed)
        .slice(-ASKED_AGAIN)
        .map(([id, { amount, isCall }]) => consumeOf(this, token, id, amount, isCall)),
    );
    const spent = Object.keys(this.world.spent);
    const some = Array.from({ length: Math.min(ASKED_AGAIN, spent.length) }, () => random.pick(spent));
    const spentAgain = some.flatMap((spare) => [
      rechargeWith(this, random.pick(['card', 'user']), spare),
      loginWithSpare(this, spare),
    ]);
    const orderedAgain = Object.entries(this.world.orders)
      .slice(-ASKED_AGAIN)
      .map(([orderNo, { quantity }]) => orderOf(this, orderNo, quantity));
    for (const operation of [...again, ...consumedAgain, ...spentAgain, ...orderedAgain]) {
      do await this.perform([operation]);
      while (this.busyInARow > 0);
    }
  }

  /** Compares with the database. */
  async look(rows: DatabaseRows, passwords: KnownPasswords): Promise<void> {
    const { name, variable } = this;
    const seen = await Promise.all(
      this.ledger.possible.map(async (world) =>
        mergeObserved(world, await rows.of({ name, variable, world }, passwords)),
      ),
    );
    const byWorld = new Map(this.ledger.possible.map((world, index) => [world, seen[index]!]));
    const fits = this.ledger.narrow((world) => {
      const found = byWorld.get(world)!;
      return Array.isArray(found) ? undefined : found;
    });
    if (fits) return;
    // Reports the world with the fewest differences, which explains the fault best.
    const closest = seen.filter((found) => Array.isArray(found)).toSorted((a, b) => a.length - b.length)[0];
    throw this.brokenWord(`the database holds something else: ${closest!.join('; ')}`);
  }

  newValue(): string {
    return `${this.name}-${++this.values}`;
  }

  /** Returns two requests for one spare card; at most one of them can succeed. */
  private race(choice: Choice): Operation[] {
    const spare = this.wallet.spare({ ...choice, usedUp: false });
    const second = this.world.user.exists
      ? rechargeWith(this, 'user', spare)
      : registerWith(this, choice, spare);
    return [rechargeWith(this, 'card', spare), second];
  }

  /** Usually replaces the planned operation by an operation that is possible in the current state. */
  private adapted({ name, make, choice }: Exclude<ReturnType<typeof planBatch>, { race: Choice }>[number]) {
    const { exists, frozen } = this.world[choice.kind];
    if (choice.usedUp) return make(this, choice);
    if (!exists && choice.kind === 'user') return register(this, choice);
    if (frozen && name === 'login') return unfreeze(this, choice);
    return make(this, choice);
  }

  /** Takes another card if the last card is certainly deleted. */
  private replaceCard(): void {
    if (this.ledger.possible.some(({ card }) => card.exists)) return;
    const name = this.wallet.takeCard();
    if (name === undefined) return;
    this.ledger.narrow((world) =>
      changed(world, (next) => void (next.card = newHolder(name, world.card.generation + 1, true))),
    );
  }

  /** @returns false if no server was running */
  private async perform(operations: Operation[]): Promise<boolean> {
    const batch = ++this.batches;
    const exchanges = await Promise.all(
      operations.map(({ kind, changes, send }) => this.traffic.exchange(kind, changes, batch, send)),
    );
    const entries = operations.flatMap(({ rule }, index) => {
      const exchange = exchanges[index];
      return exchange ? { rule, exchange } : [];
    });
    for (const [index, operation] of operations.entries()) this.remember(operation, exchanges[index]);
    if (!this.ledger.note(entries)) throw this.brokenWord('these answers cannot be');
    this.busyInARow = exchanges.some((exchange) => exchange?.isBusy) ? this.busyInARow + 1 : 0;
    if (this.busyInARow > BUSY_AT_MOST) throw this.brokenWord('it is too busy for anything');
    if (this.busyInARow > 0) await setTimeout(BUSY_PAUSE_MS);
    return entries.length > 0;
  }

  private remember({ kind, opens }: Operation, exchange: Exchange | undefined): void {
    const reply = exchange?.reply;
    const answer = reply
      ? `${reply.code} ${JSON.stringify(reply.result)}`
      : exchange
        ? 'unknown'
        : 'not sent';
    this.history.push(`${this.batches}: ${kind}: ${answer}`.slice(0, LINE_LENGTH));
    this.history.splice(0, this.history.length - HISTORY);
    if (opens === undefined || reply?.code !== 0) return;
    const token = String(reply.result.token);
    this.wallet.remember({ kind: opens, name: this.world[opens].name, token, hash: hashOf(token) });
  }

  private brokenWord(what: string): Error {
    const worlds = inspect(this.ledger.possible.slice(0, 3), { depth: 6, breakLength: 140 });
    const history = this.history.join('\n  ');
    return new Error(
      `Customer ${this.name} (${this.shop.policies.multiOpen}): ${what}\nThe latest requests by batch:\n  ${history}\n` +
        `${this.ledger.possible.length} possible states before, such as ${worlds}`,
    );
  }
}

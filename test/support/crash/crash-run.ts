import type { DataSource } from 'typeorm';
import { freePort } from '../../../tools/private-server.js';
import { openTestDataSource } from '../open-data-source.js';
import { ServerProcess, untilReady } from '../server-process.js';
import { ApplyDesk } from './apply-desk.js';
import { Customer } from './customer.js';
import { DatabaseRows, faultsOf, type KnownPasswords } from './database-rows.js';
import { OrderDeliveries } from './order-deliveries.js';
import { type PlannedKill, planKill } from './plan.js';
import { SeededRandom } from './seeded-random.js';
import { applyShops, openShops } from './shops.js';
import { Traffic } from './traffic.js';

/** Maximum time until the kill, in case the load stalls. */
const LOAD_TIMEOUT_MS = 30_000;
/** Spare cards of a customer: per round, and initially. */
const SPARES = { round: 8, first: 20 };

/** A server under mixed load that is killed repeatedly, and the checks of its state after each kill. */
export class CrashRun {
  readonly startsMs: number[] = [];
  /** The reasons that the server logged when it waited during a start. */
  readonly waits: string[] = [];
  killedStarts = 0;
  kills = 0;
  readonly traffic = new Traffic();
  private readonly random: SeededRandom;
  private readonly customers: Customer[] = [];
  private readonly passwords: KnownPasswords = new Map();
  private desk!: ApplyDesk;
  private server!: ServerProcess;

  /** @param environment settings of the server; the port is fixed, since the clients use it */
  private constructor(
    seed: string,
    private readonly environment: Record<string, string>,
    readonly deliveries: OrderDeliveries,
  ) {
    this.random = new SeededRandom(seed);
  }

  /** @param rounds number of kills */
  static async start(seed: string, environment: Record<string, string>, rounds: number): Promise<CrashRun> {
    const PORT = String(await freePort());
    const deliveries = await OrderDeliveries.start();
    const settings = { ...environment, ...deliveries.settings, PORT };
    const run = new CrashRun(seed, settings, deliveries);
    try {
      await run.open(rounds);
    } catch (error) {
      await run.stop();
      throw error;
    }
    return run;
  }

  private async open(rounds: number): Promise<void> {
    const { environment, traffic } = this;
    const applied = await applyShops(environment, SPARES.first + SPARES.round * rounds);
    await this.startServer();
    const shops = await openShops(this.server.url, applied);
    for (const [index, { cards }] of applied.entries()) {
      for (const [name, own] of cards) this.customers.push(new Customer(name, shops[index]!, traffic, own));
    }
    await this.deliveries.subscribe(shops[0]!.admin);
    this.desk = new ApplyDesk(shops[0]!, environment, traffic);
  }

  /** Runs one round: load, kill, restart, check. */
  async round(): Promise<void> {
    const random = this.random.fork(`round ${this.kills}`);
    const plan = planKill(random);
    await this.loadAndKill(random, plan);
    if (plan.startKilledMs !== undefined) {
      await ServerProcess.killAfter(this.environment, plan.startKilledMs);
      this.killedStarts += 1;
    }
    await this.startServer();
    await this.check(random);
  }

  async stop(): Promise<void> {
    await this.server?.kill();
    await this.deliveries.stop();
  }

  /** Waits until every order was delivered to the shop's receiver. */
  async completeDeliveries(): Promise<void> {
    const dataSource = await openTestDataSource(this.environment);
    try {
      await this.deliveries.complete(dataSource);
    } finally {
      await dataSource.destroy();
    }
  }

  private async loadAndKill(random: SeededRandom, plan: PlannedKill): Promise<void> {
    const cutOff = new AbortController();
    const over = Promise.withResolvers<void>();
    let isOver = false;
    const kill = () => {
      if (isOver) return;
      isOver = true;
      over.resolve(this.server.kill());
      if (plan.withApply) cutOff.abort();
    };
    const { event, requests, delayMs } = plan;
    this.traffic.when(event, requests, delayMs === undefined ? kill : () => void setTimeout(kill, delayMs));
    const timeout = setTimeout(kill, LOAD_TIMEOUT_MS);
    const works = [
      ...this.customers.map((customer) => customer.work(random.fork(customer.name), () => isOver)),
      this.desk.work(() => isOver, cutOff.signal),
    ];
    for (const work of works) work.catch(kill);
    const ends = await Promise.allSettled([...works, over.promise]);
    clearTimeout(timeout);
    this.kills += 1;
    const failures = reasonsOf(ends);
    if (failures.length > 0) throw this.failure(failures);
  }

  private async startServer(): Promise<void> {
    const from = performance.now();
    this.server = await ServerProcess.start(this.environment);
    await untilReady(this.server.url);
    this.startsMs.push(performance.now() - from);
    this.waits.push(...(this.server.output.match(/Waiting [^"]*/g) ?? []));
  }

  private async check(random: SeededRandom): Promise<void> {
    const dataSource = await openTestDataSource(this.environment);
    try {
      const failures = await this.failuresIn(dataSource, random);
      if (failures.length > 0) throw this.failure(failures);
    } finally {
      await dataSource.destroy();
    }
  }

  private async failuresIn(dataSource: DataSource, random: SeededRandom): Promise<Error[]> {
    const faults = [...(await faultsOf(dataSource)), ...(await this.deliveries.faults(dataSource))];
    const rows = await DatabaseRows.read(dataSource);
    const checks = await Promise.allSettled([
      ...this.customers.map((customer) => customer.look(rows, this.passwords)),
      this.desk.look(dataSource),
      faults.length > 0 ? Promise.reject(new Error(faults.join('; '))) : undefined,
    ]);
    const asked = await Promise.allSettled(
      this.customers.map((customer) => customer.askAgain(random.fork(`${customer.name} again`))),
    );
    return reasonsOf([...checks, ...asked]);
  }

  private failure(errors: Error[]): Error {
    const words = errors.map(({ message }) => message).join('\n\n');
    return new Error(`After kill ${this.kills}: ${errors.length} broken words\n${words}`, {
      cause: errors[0],
    });
  }
}

function reasonsOf(results: readonly PromiseSettledResult<unknown>[]): Error[] {
  return results.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
}

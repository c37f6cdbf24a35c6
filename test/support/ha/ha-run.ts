import type { DataSource } from 'typeorm';
import type { ApplicationDto } from '@app/apply';
import { SystemClock } from '@app/platform';
import { freePort, type Place, THIS_MACHINE } from '../../../tools/private-server.js';
import { Customer } from '../crash/customer.js';
import { DatabaseRows, faultsOf, type KnownPasswords } from '../crash/database-rows.js';
import { JobDesk } from '../crash/job-desk.js';
import { OrderDeliveries } from '../crash/order-deliveries.js';
import { SeededRandom } from '../crash/seeded-random.js';
import { applyShops, openShops } from '../crash/shops.js';
import { Traffic } from '../crash/traffic.js';
import type { DatabaseCluster } from '../database-cluster.js';
import { withTestDataSource } from '../open-data-source.js';
import { type PrivateNetwork, TEST } from '../private-network.js';
import { Proxy } from '../proxy.js';
import { applyByCommand, clientOf, ServerProcess } from '../server-process.js';
import { SignedClient } from '../signed-client.js';
import { createTestDatabase, type TestDatabase } from '../test-database.js';
import { type Kind, KINDS, Probe } from './probe.js';

const SERVERS = 3;
/** High limits, since all customers have one address, from which they send wrong requests on purpose. */
const LIMITS = {
  LIMIT_WRONG_GUESSES: '60000',
  LIMIT_REFUSED_REQUESTS: '60000',
  LIMIT_WRONG_PASSWORDS: '60000',
};
/** Names of the servers in a network. */
export const SERVER_NAMES = Array.from({ length: SERVERS }, (_, index) => `server-${index + 1}`);
/** Spare cards of a customer: initially, and for each fault. */
const SPARES = { first: 20, fault: 12 };
/** Requests of each probe that are sent again after a fault. */
const REPEATED = 60;
/** Each probe has one card for logins and one for heartbeats; their keys begin with these letters. */
const PROBED = { login: 'L', heartbeat: 'H' };

/** What a fault does to the installation, and how it is mended; both happen under load. */
export interface Fault {
  readonly name: string;
  /** True if nothing can be written until it is mended. */
  readonly refuses?: boolean;
  strike(run: HaRun): Promise<void>;
  mend(run: HaRun): Promise<void>;
}

/** For each kind of request, the longest time without a success of any client, in milliseconds. */
export type Gaps = Record<Kind, number>;

export interface Measured {
  readonly name: string;
  readonly refuses: boolean;
  /** From the fault until it is mended. */
  readonly struck: Gaps;
  /** After the fault was mended. If nothing could be written during the fault: the times until the first success. */
  readonly mended: Gaps;
}

/** Three servers behind a proxy, on a cluster and with Redis, under mixed load with ledgers. */
export class HaRun {
  readonly measured: Measured[] = [];
  readonly servers: ServerProcess[] = [];
  readonly traffic = new Traffic(() => this.isServed());
  /** How often each code was the answer when accepted requests were sent again. */
  readonly repeated: Record<string, number> = {};
  private readonly random: SeededRandom;
  private readonly customers: Customer[] = [];
  private readonly passwords: KnownPasswords = new Map();
  private readonly down = new Set<number>();
  private readonly suspended = new Set<number>();
  private probes: Probe[] = [];
  private proxy: Proxy | undefined;
  private database: TestDatabase | undefined;
  private ports: number[] = [];
  private application!: ApplicationDto;
  private desk!: JobDesk;

  private constructor(
    seed: string,
    readonly cluster: DatabaseCluster,
    private readonly redisUrl: string,
    private readonly deliveries: OrderDeliveries,
    private readonly pauseMs: number,
    readonly network: PrivateNetwork | undefined,
  ) {
    this.random = new SeededRandom(seed);
  }

  /**
   * @param faults number of faults that follow
   * @param pauseMs milliseconds that a customer pauses; 0 sends requests as fast as the servers allow
   * @param network in which the servers run; by default they run on this machine
   */
  static async start(
    seed: string,
    cluster: DatabaseCluster,
    redisUrl: string,
    faults: number,
    pauseMs: number,
    network?: PrivateNetwork,
  ): Promise<HaRun> {
    const deliveries = await OrderDeliveries.start(network?.place(TEST).host);
    const run = new HaRun(seed, cluster, redisUrl, deliveries, pauseMs, network);
    try {
      await run.open(faults);
    } catch (error) {
      await run.stop();
      throw error;
    }
    return run;
  }

  /** Lets a fault happen under load, mends it, and checks what the servers have acknowledged. */
  async suffer(fault: Fault): Promise<void> {
    const { name } = fault;
    const random = this.random.fork(name);
    let isOver = false;
    const works = [
      ...this.customers.map((customer) =>
        customer.work(random.fork(customer.name), () => isOver, this.pauseMs),
      ),
      this.desk.work(random.fork('card jobs'), () => isOver, this.pauseMs),
    ];
    const failed = Promise.all(works);
    failed.catch(() => (isOver = true));
    try {
      await this.isServed();
      const struckAt = performance.now();
      await fault.strike(this);
      await (fault.refuses ? this.isRefused() : this.isServed());
      const struck = this.gapsSince(struckAt);
      await this.repeat();
      const mendedAt = performance.now();
      await fault.mend(this);
      await this.isServed();
      const mended = fault.refuses ? this.waitsSince(mendedAt) : this.gapsSince(mendedAt);
      this.measured.push({ name, refuses: fault.refuses ?? false, struck, mended });
    } catch (error) {
      isOver = true;
      // Waits for the load, which fails for the same reason.
      await failed.catch(() => undefined);
      throw error;
    }
    isOver = true;
    await failed;
    await this.check(random);
  }

  async killServer(index: number): Promise<void> {
    this.down.add(index);
    await this.servers[index]!.kill();
  }

  hangServer(index: number): void {
    this.down.add(index);
    this.suspended.add(index);
    process.kill(this.servers[index]!.pid, 'SIGSTOP');
  }

  resumeServer(index: number): void {
    process.kill(this.servers[index]!.pid, 'SIGCONT');
    this.suspended.delete(index);
    this.isUp(index);
  }

  /** Excludes a server from waits and measurements, since it cannot serve. */
  isolated(index: number): void {
    this.down.add(index);
  }

  rejoined(index: number): void {
    this.isUp(index);
  }

  async startServer(index: number): Promise<void> {
    const place = this.placeOf(SERVER_NAMES[index]!);
    const own = { PORT: String(this.ports[index]), HOST: place.host, TRUST_PROXY: this.placeOf(TEST).host };
    this.servers[index] = await ServerProcess.start({ ...this.environment, ...own }, undefined, place);
    await this.proxy?.open(index);
    this.isUp(index);
  }

  /** Answers of any kind that the load did not expect, such as a living session that has ended. */
  get surprises(): string[] {
    return this.probes.flatMap(({ load }) => load.surprises);
  }

  /** Waits until all orders were reported to their webhook. */
  completeDeliveries(): Promise<void> {
    return withTestDataSource(this.environment, (dataSource) => this.deliveries.complete(dataSource));
  }

  /** Numbers of card jobs that were submitted and done. */
  get jobs(): Promise<{ submitted: number; done: number }> {
    return withTestDataSource(this.environment, (dataSource) => this.desk.counts(dataSource));
  }

  get orders(): OrderDeliveries['counts'] {
    return this.deliveries.counts;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await Promise.all(this.probes.map(({ load }) => load.stop()));
    await this.proxy?.stop();
    await this.deliveries.stop();
    await this.database?.drop().catch(() => undefined);
  }

  /** The settings that all servers share. */
  get environment(): Record<string, string> {
    const { environment } = this.database!;
    return { ...environment, ...this.deliveries.settings, ...LIMITS, REDIS_URL: this.redisUrl };
  }

  private async open(faults: number): Promise<void> {
    this.database = await createTestDatabase('mysql', this.cluster.url);
    const applied = await applyShops(this.environment, SPARES.first + SPARES.fault * faults);
    this.application = await applyByCommand(this.environment, probedApplication());
    const withJobs = await applyByCommand(this.environment, JobDesk.APPLICATION);
    for (let i = 0; i < SERVERS; i++) this.ports.push(await freePort());
    await Promise.all(this.ports.map((_, index) => this.startServer(index)));
    const hosts = SERVER_NAMES.map((name) => this.placeOf(name).host);
    const proxy = await Proxy.start(this.ports, hosts);
    this.proxy = proxy;
    await Promise.all(this.ports.map((_, index) => proxy.open(index)));
    const shops = await openShops(proxy.url, applied);
    for (const [index, { cards }] of applied.entries()) {
      for (const [name, own] of cards)
        this.customers.push(new Customer(name, shops[index]!, this.traffic, own));
    }
    this.desk = await JobDesk.open(shops[0]!.admin, withJobs, this.traffic);
    await this.deliveries.subscribe(shops[0]!.admin);
    const direct = this.servers.map((server) => clientOf(server, this.application));
    const { credentials } = direct[0]!;
    const clients = [...direct, new SignedClient(proxy.url, credentials, new SystemClock())];
    this.probes = clients.map(
      (client, i) =>
        new Probe(client.url, client, { login: `${PROBED.login}${i}`, heartbeat: `${PROBED.heartbeat}${i}` }),
    );
    await Promise.all(this.probes.map((probe) => probe.start()));
    await this.isServed();
  }

  private placeOf(name: string): Place {
    return this.network?.place(name) ?? THIS_MACHINE;
  }

  /** Includes a server in waits and measurements again. */
  private isUp(index: number): void {
    this.down.delete(index);
    this.probes[index]?.forget();
  }

  /** Waits until every running server and the proxy answer. */
  private async isServed(): Promise<void> {
    await Promise.all(this.running.map((probe) => probe.isServed()));
  }

  /** Waits until every login is refused with 503, and has been for a while. */
  private async isRefused(): Promise<void> {
    await Promise.all(this.running.map((probe) => probe.isRefused()));
  }

  /** Waits until all others are served, and then until the excluded server has got enough requests for a comparison. */
  async attempts(index: number): Promise<void> {
    await this.isServed();
    await this.probes[index]!.hasTried();
  }

  /** The probes of running servers, and that of the proxy, which comes last. */
  private get running(): Probe[] {
    return this.probes.filter((_, index) => !this.down.has(index));
  }

  private gapsSince(from: number): Gaps {
    const of = (kind: Kind) => Math.max(...this.running.map((probe) => probe.longestGap(kind, from)));
    return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Gaps;
  }

  private waitsSince(from: number): Gaps {
    const of = (kind: Kind) => Math.max(...this.running.map((probe) => probe.waitSince(kind, from)));
    return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Gaps;
  }

  private async check(random: SeededRandom): Promise<void> {
    await this.repeat();
    const errors = await withTestDataSource(this.environment, (dataSource) =>
      this.errorsIn(dataSource, random),
    );
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n\n'));
  }

  /** Sends accepted requests again, to all servers that can answer. */
  private async repeat(): Promise<void> {
    const clients = this.servers
      .filter(({ isRunning }, index) => isRunning && !this.suspended.has(index))
      .map((server) => clientOf(server, this.application));
    for (const { path, signed } of this.probes.flatMap((probe) => probe.latest(REPEATED))) {
      for (const client of clients) {
        const { code } = await client.send('POST', path, signed, 'json');
        this.repeated[code] = (this.repeated[code] ?? 0) + 1;
      }
    }
  }

  private async errorsIn(dataSource: DataSource, random: SeededRandom): Promise<Error[]> {
    const faults = [
      ...(await faultsOf(dataSource)),
      ...(await this.deliveries.faults(dataSource)),
      ...(await this.desk.look(dataSource)),
    ];
    const rows = await DatabaseRows.read(dataSource);
    const looked = await Promise.allSettled(
      this.customers.map((customer) => customer.look(rows, this.passwords)),
    );
    const asked = await Promise.allSettled(
      this.customers.map((customer) => customer.askAgain(random.fork(`${customer.name} again`))),
    );
    return [
      ...faults.map((fault) => new Error(fault)),
      ...[...looked, ...asked].flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : [])),
    ];
  }
}

/** The application of the probes; each logs in with cards of its own. */
function probedApplication(): object {
  const cards = Array.from({ length: SERVERS + 1 }, (_, i) =>
    Object.values(PROBED).map((name) => `${name}${i}`),
  );
  return {
    name: 'Probed',
    multi_open_policy: 'kick_oldest',
    card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 }, max_sessions: 1, max_devices: 1 }],
    cards: cards.flat().map((card) => ({ card, card_type: 'T' })),
  };
}

import type { Redis, RedisOptions } from 'ioredis';
import { ServiceUnavailableError } from '@app/platform';

/** Interval in milliseconds of the question to each sentinel. */
const ASK_MS = 200;
/** Timeout of its response, and of a connection to it, in milliseconds. */
const ANSWER_MS = 500;
/**
 * Milliseconds for which a confirmation is valid, from the sending of the question. A process may use a former primary for
 * this long after most sentinels have given it up.
 */
export const CONFIRMED_MS = 600;

interface Sentinel {
  readonly client: Redis;
  isAsked: boolean;
  /** Time at which the latest question was sent that it answered with the primary in use; -Infinity if it named another. */
  confirmedAt: number;
}

/**
 * Asks all sentinels again and again whether the primary in use still is the primary. Only a majority of sentinels can let
 * a replica take over. A process that a majority confirms can therefore not be on the wrong side of a split network.
 */
export class SentinelWatch {
  private readonly sentinels: readonly Sentinel[];
  private readonly timer: NodeJS.Timeout;
  private waiting: (() => void)[] = [];
  private confirmedUntil = -Infinity;
  /** Address of the primary in use, as a sentinel has named it. */
  private address: string | undefined;

  /**
   * @param Client the class of ioredis
   * @param options of the client that uses the primary
   */
  constructor(
    Client: typeof Redis,
    private readonly options: RedisOptions,
  ) {
    this.sentinels = options.sentinels!.map(({ host, port }) => ({
      client: clientOf(Client, options, host!, port!),
      isAsked: false,
      confirmedAt: -Infinity,
    }));
    this.timer = setInterval(() => this.askAll(), ASK_MS);
    this.timer.unref();
  }

  /** True if most sentinels confirmed the primary just now. */
  get isConfirmed(): boolean {
    return performance.now() < this.confirmedUntil;
  }

  /**
   * Waits until most sentinels confirm the primary, for as long as a confirmation is valid.
   * @throws ServiceUnavailableError
   */
  async confirmed(): Promise<void> {
    const deadline = performance.now() + CONFIRMED_MS;
    this.askAll();
    while (!this.isConfirmed) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new ServiceUnavailableError('most of the sentinels do not confirm the primary');
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
        setTimeout(resolve, leftMs).unref();
      });
    }
  }

  /** Option of the client, which calls it with each address that a sentinel has named before it connects there. */
  readonly natMap = (address: string): null => {
    this.address = address;
    this.forget();
    return null;
  };

  /** Forgets all confirmations, since the client connects again and may find another primary. */
  private forget(): void {
    for (const sentinel of this.sentinels) sentinel.confirmedAt = -Infinity;
    this.confirmedUntil = -Infinity;
  }

  close(): void {
    clearInterval(this.timer);
    for (const { client } of this.sentinels) client.disconnect();
  }

  private askAll(): void {
    for (const sentinel of this.sentinels) {
      if (!sentinel.isAsked && sentinel.client.status === 'ready') void this.ask(sentinel);
    }
  }

  private async ask(sentinel: Sentinel): Promise<void> {
    const { client } = sentinel;
    sentinel.isAsked = true;
    const sentAt = performance.now();
    try {
      const { address } = this;
      const upAddress = addressIn(await client.call('SENTINEL', 'MASTER', this.options.name!));
      if (address !== this.address) return;
      sentinel.confirmedAt = upAddress === address ? sentAt : -Infinity;
      const latest = this.sentinels.map(({ confirmedAt }) => confirmedAt).toSorted((a, b) => b - a);
      this.confirmedUntil = latest[Math.floor(latest.length / 2)]! + CONFIRMED_MS;
    } catch {
      // Otherwise the answers of a network that was split would come late.
      if (client.status === 'ready') client.stream.destroy();
    } finally {
      sentinel.isAsked = false;
      const { waiting } = this;
      this.waiting = [];
      for (const goOn of waiting) goOn();
    }
  }
}

function clientOf(Client: typeof Redis, options: RedisOptions, host: string, port: number): Redis {
  const { sentinelUsername: username, sentinelPassword: password, sentinelTLS: tls } = options;
  const client = new Client({
    host,
    port,
    ...(username != null && { username }),
    ...(password != null && { password }),
    ...(tls && { tls }),
    disableClientInfo: true,
    enableReadyCheck: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    retryStrategy: () => ASK_MS,
  });
  // The client of the primary reports faults of the sentinels.
  client.on('error', () => undefined);
  return client;
}

/** Returns the address of the primary in a sentinel's reply, a list of names and values; `undefined` if it is down. */
function addressIn(reply: unknown): string | undefined {
  const texts = reply as string[];
  const valueOf = (name: string) => texts[texts.findIndex((text, i) => i % 2 === 0 && text === name) + 1]!;
  return /down/.test(valueOf('flags')) ? undefined : `${valueOf('ip')}:${valueOf('port')}`;
}

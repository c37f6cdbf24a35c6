import { Redis, type RedisOptions } from 'ioredis';
import { ServiceUnavailableError } from '@app/platform';

/** Milliseconds between two questions to the same sentinel. */
const ASK_MS = 200;
/** Timeout of a sentinel's response, and of connecting to a sentinel, in milliseconds. */
const ANSWER_MS = 500;
/**
 * Milliseconds for which a confirmation is valid, counted from when the question was sent. After a majority of the
 * sentinels has given up a primary, a process may still use it for this time.
 */
export const CONFIRMED_MS = 600;

interface Sentinel {
  readonly client: Redis;
  isAsked: boolean;
  /**
   * When the latest question was sent that the sentinel answered with the primary in use; -Infinity if it named another
   * primary.
   */
  confirmedAt: number;
}

/**
 * Repeatedly asks all sentinels whether the primary in use is still the primary. Promoting a replica requires a
 * majority of the sentinels. If a majority confirms the primary, this process is therefore not on the minority's side
 * of a split network.
 */
export class SentinelWatch {
  private readonly sentinels: readonly Sentinel[];
  private readonly timer: NodeJS.Timeout;
  private waiting: (() => void)[] = [];
  private confirmedUntil = -Infinity;
  /** Address of the primary in use, as reported by a sentinel. */
  private address: string | undefined;

  /** @param options of the client that uses the primary */
  constructor(private readonly options: RedisOptions) {
    this.sentinels = options.sentinels!.map(({ host, port }) => ({
      client: clientOf(options, host!, port!),
      isAsked: false,
      confirmedAt: -Infinity,
    }));
    this.timer = setInterval(() => this.askAll(), ASK_MS);
    this.timer.unref();
  }

  /** True if a majority of the sentinels has confirmed the primary within `CONFIRMED_MS`. */
  get isConfirmed(): boolean {
    return performance.now() < this.confirmedUntil;
  }

  /**
   * Waits until a majority of the sentinels confirms the primary, for `CONFIRMED_MS` at most.
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

  /**
   * Option of the Redis client. The client calls it with each address that a sentinel has reported, before it connects
   * to this address.
   */
  readonly natMap = (address: string): null => {
    this.address = address;
    this.forget();
    return null;
  };

  /** Discards all confirmations, since the client connects again and may find another primary. */
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
      // Otherwise answers would arrive late after the network was split.
      if (client.status === 'ready') client.stream.destroy();
    } finally {
      sentinel.isAsked = false;
      const { waiting } = this;
      this.waiting = [];
      for (const goOn of waiting) goOn();
    }
  }
}

function clientOf(options: RedisOptions, host: string, port: number): Redis {
  const { sentinelUsername: username, sentinelPassword: password, sentinelTLS: tls } = options;
  const client = new Redis({
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
  // The client that uses the primary reports faults of the sentinels.
  client.on('error', () => undefined);
  return client;
}

/** Returns the address of the primary in a sentinel's reply, a list of names and values; `undefined` if it is down. */
function addressIn(reply: unknown): string | undefined {
  const texts = reply as string[];
  const valueOf = (name: string) => texts[texts.findIndex((text, i) => i % 2 === 0 && text === name) + 1]!;
  return /down/.test(valueOf('flags')) ? undefined : `${valueOf('ip')}:${valueOf('port')}`;
}

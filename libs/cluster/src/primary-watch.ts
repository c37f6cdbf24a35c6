import { Redis, type RedisOptions } from 'ioredis';
import { setTimeout } from 'node:timers/promises';
import { ServiceUnavailableError } from '@app/platform';
import { type Address, CONFIRMED_MS } from './redis-options.js';

/** Milliseconds between two questions to the same voter. */
const ASK_MS = 200;
/** Timeout of a voter's response, and of connecting to a voter, in milliseconds. */
const ANSWER_MS = 500;

/** A server that is asked which server is the primary. */
export interface Member extends Address {
  readonly client: Redis;
  isAsked: boolean;
}

/** The answer of a voter. A voter is a server that helps to decide which replica takes over. */
export interface Vote {
  /** Text that is unique to the voter. */
  readonly voter: string;
  /** Text that is unique to the server that the voter considers the primary; `undefined` if the primary is down. */
  readonly primary: string | undefined;
  /** Number of voters. A majority of them must agree before a replica takes over. */
  readonly voters: number;
}

/**
 * Repeatedly asks all voters whether the primary in use is still the primary. Promoting a replica requires a majority
 * of the voters. If a majority confirms the primary, this process is therefore not on the minority's side of a split
 * network.
 */
export abstract class PrimaryWatch {
  /** The servers to ask, by address. */
  protected readonly members = new Map<string, Member>();
  private readonly votes = new Map<string, Vote & { sentAt: number }>();
  private readonly timer: NodeJS.Timeout;
  private waiting: (() => void)[] = [];
  /** The primary in use. */
  protected primary: string | undefined;
  private voters = 1;
  private confirmedUntil = -Infinity;

  /**
   * @param options of connections to the voters: account and TLS
   * @param words names the voters in messages, as the subject of a sentence
   */
  protected constructor(
    private readonly options: RedisOptions,
    private readonly words: string,
  ) {
    this.timer = setInterval(() => this.askAll(), ASK_MS);
    this.timer.unref();
  }

  /** Options of a client that connects to the primary. */
  abstract readonly clientOptions: RedisOptions;
  /** True if the primary is a node of a Redis Cluster. */
  readonly isCluster: boolean = false;

  /** True if the client has to leave its server because a majority of the voters has elected another primary. */
  abstract readonly isReplaced: boolean;

  /** Finds out which server a new connection of the client has reached. */
  abstract identify(client: Redis): Promise<void>;

  protected abstract question(client: Redis): Promise<unknown>;

  /** Reads an answer to the question. Returns nothing if the answer is not from a voter. */
  protected abstract voteIn(answer: unknown, member: Member): Vote | undefined;

  /** Called with the error when a connection or a question has failed. */
  protected abstract fail(error: Error): void;

  /** True if, in the last `CONFIRMED_MS`, a majority of the voters has confirmed the primary in use. */
  get isConfirmed(): boolean {
    return performance.now() < this.confirmedUntil;
  }

  /** Reason why the primary in use is not confirmed. */
  get doubt(): string {
    return `${this.words} do not confirm that it is the primary`;
  }

  /**
   * Waits, for `CONFIRMED_MS` at most, until a majority of the voters confirms the primary in use.
   * @throws ServiceUnavailableError
   */
  async confirmed(): Promise<void> {
    const deadline = performance.now() + CONFIRMED_MS;
    this.askAll();
    while (!this.isConfirmed) {
      const leftMs = deadline - performance.now();
      if (leftMs <= 0) throw new ServiceUnavailableError(this.doubt);
      const late = setTimeout(leftMs, undefined, { ref: false });
      await Promise.race([late, new Promise<void>((resolve) => this.waiting.push(resolve))]);
    }
  }

  close(): void {
    clearInterval(this.timer);
    for (const { client } of this.members.values()) client.disconnect();
  }

  /** Sets the primary in use. */
  protected use(primary: string): void {
    this.primary = primary;
    this.count();
  }

  /** Returns the primary for which a majority of the voters has voted in the last `CONFIRMED_MS`. */
  protected elected(): string | undefined {
    const named = new Set([...this.votes.values()].map(({ primary }) => primary));
    return [...named].find((each) => each !== undefined && performance.now() < this.validUntil(each));
  }

  protected addMember({ host, port }: Address): Member {
    const client = new Redis({
      ...this.options,
      host,
      port,
      disableClientInfo: true,
      enableReadyCheck: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: ANSWER_MS,
      commandTimeout: ANSWER_MS,
      retryStrategy: () => ASK_MS,
    });
    const member = { host, port, client, isAsked: false };
    client.on('error', (error: Error) => this.fail(error));
    client.on('ready', () => void this.ask(member));
    this.members.set(`${host}:${port}`, member);
    return member;
  }

  private askAll(): void {
    for (const member of this.members.values()) void this.ask(member);
  }

  private async ask(member: Member): Promise<void> {
    const { client } = member;
    if (member.isAsked || client.status !== 'ready') return;
    member.isAsked = true;
    const sentAt = performance.now();
    try {
      const vote = this.voteIn(await this.question(client), member);
      if (!vote) return;
      this.votes.set(vote.voter, { ...vote, sentAt });
      this.voters = vote.voters;
      this.count();
    } catch (error) {
      this.fail(error as Error);
      // Closes the connection at once: after a split of the network, answers on the old connection would arrive late,
      // since TCP repeats lost packets at longer and longer intervals.
      if (client.status === 'ready') client.stream.destroy();
    } finally {
      member.isAsked = false;
      const { waiting } = this;
      this.waiting = [];
      for (const goOn of waiting) goOn();
    }
  }

  private count(): void {
    this.confirmedUntil = this.primary === undefined ? -Infinity : this.validUntil(this.primary);
  }

  /** Returns the time until which a majority's votes for a primary are valid. */
  private validUntil(primary: string): number {
    const times = [...this.votes.values()].flatMap((vote) => (vote.primary === primary ? [vote.sentAt] : []));
    return (times.toSorted((a, b) => b - a)[Math.floor(this.voters / 2)] ?? -Infinity) + CONFIRMED_MS;
  }
}

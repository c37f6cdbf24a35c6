import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Script, SharedRedis } from '@app/cluster';
import { isSqlite, ServerState } from '@app/database';
import { Clock, logFailure } from '@app/platform';

const STATE = 'response_nonce';
const DIGITS = 16;
/** Microseconds for which nonces are reserved in advance. After a crash, nonces continue from the reserved bound. */
const RESERVE_US = 60_000_000;

/**
 * Returns the next nonce. KEYS: the key of the last nonce. ARGV: the clock in microseconds, and optionally the number
 * after which nonces start if Redis has no last nonce. Returns nothing if there is neither a last nonce nor this
 * number.
 */
const NEXT = `
  local last = redis.call('GET', KEYS[1]) or ARGV[2]
  if not last then return nil end
  local next = string.format('%.0f', math.max(tonumber(last) + 1, tonumber(ARGV[1])))
  redis.call('SET', KEYS[1], next, 'EX', 86400)
  return next`;

/**
 * Generates nonces of signed responses. A nonce is the time in microseconds, written with 16 digits, so that nonces
 * also increase when compared as text. They keep increasing when the clock is set back or the server restarts, since
 * the database stores an upper bound of all issued nonces. Several processes take nonces from a counter in Redis. If
 * Redis loses the counter, nonces continue from the bound in the database.
 */
@Injectable()
export class ResponseNonce implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ResponseNonce.name);
  private readonly nextShared: Script | undefined;
  private last = 0;
  private reserved = 0;
  private reserving: Promise<void> | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
  ) {
    this.nextShared = redis?.script('nextResponseNonce', NEXT);
  }

  async onModuleInit(): Promise<void> {
    this.last = this.reserved = await this.read();
  }

  async next(): Promise<string> {
    const clock = this.clock.now() * 1000;
    const nonce = this.nextShared ? await this.takeShared(clock) : Math.max(this.last + 1, clock);
    this.last = Math.max(this.last, nonce);
    while (nonce >= this.reserved) await this.reserve();
    // Reserves early enough that no response has to wait.
    if (nonce >= this.reserved - RESERVE_US / 2) this.reserve().catch((error) => this.tell(error));
    return String(nonce).padStart(DIGITS, '0');
  }

  /** Replaces the reserved bound with the last nonce, so that nonces continue without a gap after a normal stop. */
  async onApplicationShutdown(): Promise<void> {
    if (this.redis || this.reserved <= this.last) return;
    const row = { name: STATE, value: String(this.last) };
    await this.dataSource.manager.upsert(ServerState, row, ['name']).catch((error) => this.tell(error));
  }

  private async takeShared(clock: number): Promise<number> {
    const keys = [`${this.redis!.runPrefix}server-nonce`];
    const nonce =
      (await this.nextShared!(keys, clock)) ?? (await this.nextShared!(keys, clock, await this.read()));
    return Number(nonce);
  }

  private reserve(): Promise<void> {
    this.reserving ??= this.store(this.last + RESERVE_US).finally(() => {
      this.reserving = undefined;
    });
    return this.reserving;
  }

  private async read(): Promise<number> {
    const state = await this.dataSource.manager.findOneBy(ServerState, { name: STATE });
    return Number(state?.value ?? 0);
  }

  /**
   * Stores the bound, unless another process has stored a higher bound. All bounds have 16 digits, so they can be
   * compared as text.
   */
  private async store(value: number): Promise<void> {
    const onConflict = isSqlite(this.dataSource)
      ? 'ON CONFLICT (name) DO UPDATE SET value = MAX(value, excluded.value)'
      : 'ON DUPLICATE KEY UPDATE value = GREATEST(value, VALUES(value))';
    await this.dataSource.query(`INSERT INTO server_state (name, value) VALUES (?, ?) ${onConflict}`, [
      STATE,
      String(value),
    ]);
    this.reserved = value;
  }

  private tell(error: unknown): void {
    logFailure(this.logger, 'Nonces of signed responses could not be reserved', error);
  }
}

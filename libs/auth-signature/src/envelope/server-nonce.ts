import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ServerState } from '@app/database';
import { Clock, errorMessage } from '@app/platform';

const STATE = 'response_nonce';
const DIGITS = 16;
/** How far ahead nonces are reserved, in microseconds: after a crash they go on from there. */
const RESERVE_US = 60_000_000;

/**
 * Nonces of signed answers: microseconds of the clock as 16 digits, so that they increase as text. They go on
 * increasing when the clock steps back, over restarts too: the database knows a number that none has passed.
 */
@Injectable()
export class ServerNonce implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(ServerNonce.name);
  private last = 0;
  private reserved = 0;
  private reserving: Promise<void> | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    const state = await this.dataSource.manager.findOneBy(ServerState, { name: STATE });
    this.last = this.reserved = Number(state?.value ?? 0);
  }

  async next(): Promise<string> {
    const nonce = (this.last = Math.max(this.last + 1, this.clock.now() * 1000));
    while (nonce >= this.reserved) await this.reserve();
    // In good time, so that answers do not wait for it.
    if (nonce >= this.reserved - RESERVE_US / 2) this.reserve().catch((error) => this.tell(error));
    return String(nonce).padStart(DIGITS, '0');
  }

  /** An orderly stop leaves no gap. */
  async onApplicationShutdown(): Promise<void> {
    if (this.reserved > this.last) await this.store(this.last).catch((error) => this.tell(error));
  }

  private reserve(): Promise<void> {
    this.reserving ??= this.store(this.last + RESERVE_US).finally(() => {
      this.reserving = undefined;
    });
    return this.reserving;
  }

  private async store(value: number): Promise<void> {
    await this.dataSource.manager.upsert(ServerState, { name: STATE, value: String(value) }, ['name']);
    this.reserved = value;
  }

  private tell(error: unknown): void {
    this.logger.error(`Nonces of signed answers could not be reserved: ${errorMessage(error)}`);
  }
}

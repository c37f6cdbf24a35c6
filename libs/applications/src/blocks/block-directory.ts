import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PubSub } from '@app/cluster';
import { Block } from '@app/database';
import { ScheduledJobs, Semaphore } from '@app/platform';
import { BlockSet, type NamedKind } from './block-set.js';
import { readBlocksRevision } from './blocks-revision.js';

const REFRESH_MS = 1000;
const TOPIC = 'blocks';

/**
 * Every block, in memory, so that looking for one needs no SQL. Other server processes announce their changes; an
 * announcement that got lost is made up for within a second by the revision that `raiseBlocksRevision` writes.
 */
@Injectable()
export class BlockDirectory implements OnModuleInit {
  private readonly logger = new Logger(BlockDirectory.name);
  /** By application; null: blocks of all of them. Only those that have blocks are there. */
  private sets = new Map<number | null, BlockSet>();
  private revision: string | undefined;
  private readonly refreshing = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly pubSub: PubSub,
    private readonly jobs: ScheduledJobs,
  ) {
    pubSub.subscribe(TOPIC, () => this.refreshing.run(() => this.load()));
  }

  async onModuleInit(): Promise<void> {
    await this.refreshing.run(() => this.load());
  }

  /**
   * @param applicationId null: looks at the blocks of all applications, and only at these
   * @param now epoch milliseconds
   * @returns when the block of the address ends, in epoch milliseconds, or Infinity; `now` when there is none
   */
  addressBlockedUntil(applicationId: number | null, address: string, now: number): number {
    return this.sets.get(applicationId)?.addresses.blockedUntil(address, now) ?? now;
  }

  /**
   * Looks at the blocks of the application and at those of all.
   * @param now epoch milliseconds
   */
  isBlocked(applicationId: number, kind: NamedKind, name: string, now: number): boolean {
    return this.isIn(null, kind, name, now) || this.isIn(applicationId, kind, name, now);
  }

  @Interval(REFRESH_MS)
  async watch(): Promise<void> {
    const work = { job: 'blocks', logger: this.logger, fault: 'Blocks could not be refreshed' };
    await this.jobs.run(work, async () => {
      await this.refreshing.run(async () => {
        if ((await readBlocksRevision(this.dataSource.manager)) !== this.revision) await this.load();
      });
    });
  }

  /** To be called after the commit of a change: reads all blocks anew, and has other processes do the same. */
  async refresh(): Promise<void> {
    await Promise.all([this.refreshing.run(() => this.load()), this.pubSub.publish(TOPIC)]);
  }

  private isIn(applicationId: number | null, kind: NamedKind, name: string, now: number): boolean {
    return this.sets.get(applicationId)?.has(kind, name, now) ?? false;
  }

  private async load(): Promise<void> {
    // The revision first: a change that comes in between is then read once more, not missed.
    const revision = await readBlocksRevision(this.dataSource.manager);
    const blocks = await this.dataSource.manager.find(Block, {
      select: { id: true, applicationId: true, kind: true, pattern: true, expiresAt: true },
    });
    const sets = new Map<number | null, BlockSet>();
    for (const block of blocks) {
      const set = sets.get(block.applicationId) ?? new BlockSet();
      sets.set(block.applicationId, set);
      set.add(block);
    }
    this.sets = sets;
    this.revision = revision;
  }
}

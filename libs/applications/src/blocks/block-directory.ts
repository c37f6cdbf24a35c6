import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PubSub, ScheduledJob } from '@app/cluster';
import { Block } from '@app/database';
import { Semaphore } from '@app/platform';
import { BlockSet, type NamedKind } from './block-set.js';
import { readBlocksRevision } from './blocks-revision.js';

const REFRESH_MS = 1000;
const TOPIC = 'blocks';

/**
 * All blocks in memory, so that checking a block needs no SQL. Other server processes announce their changes. If an
 * announcement is lost, the change is detected within a second by the revision that `raiseBlocksRevision` writes.
 */
@Injectable()
export class BlockDirectory implements OnModuleInit {
  /**
   * Blocks by application; the key `null` is for blocks that apply to all applications. Contains only applications with
   * blocks.
   */
  private sets = new Map<number | null, BlockSet>();
  private revision: string | undefined;
  private readonly refreshing = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly pubSub: PubSub,
  ) {
    pubSub.subscribe(TOPIC, () => this.refreshing.run(() => this.load()));
  }

  async onModuleInit(): Promise<void> {
    await this.refreshing.run(() => this.load());
  }

  /**
   * Returns the end of an address's block.
   * @param applicationId `null` to check only the blocks that apply to all applications; an id to check only the
   * application's own blocks
   * @param now epoch milliseconds
   * @returns epoch milliseconds, Infinity for a block without an end, or `now` if there is no block
   */
  addressBlockedUntil(applicationId: number | null, address: string, now: number): number {
    return this.sets.get(applicationId)?.addresses.blockedUntil(address, now) ?? now;
  }

  /**
   * Checks the application's own blocks and the blocks that apply to all applications.
   * @param now epoch milliseconds
   */
  isBlocked(applicationId: number, kind: NamedKind, name: string, now: number): boolean {
    return this.isIn(null, kind, name, now) || this.isIn(applicationId, kind, name, now);
  }

  /** Reloads the blocks if their revision has changed. */
  @ScheduledJob({ name: 'blocks', everyMs: REFRESH_MS, failure: 'Blocks could not be refreshed' })
  async watch(): Promise<void> {
    await this.refreshing.run(async () => {
      if ((await readBlocksRevision(this.dataSource.manager)) !== this.revision) await this.load();
    });
  }

  /** Reloads all blocks and makes other processes reload theirs. Call it after a change is committed. */
  async refresh(): Promise<void> {
    await Promise.all([this.refreshing.run(() => this.load()), this.pubSub.publish(TOPIC)]);
  }

  private isIn(applicationId: number | null, kind: NamedKind, name: string, now: number): boolean {
    return this.sets.get(applicationId)?.has(kind, name, now) ?? false;
  }

  private async load(): Promise<void> {
    // Reads the revision before the blocks, so that `watch` notices a change between the two reads.
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

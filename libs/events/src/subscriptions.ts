import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { PubSub, ScheduledJob } from '@app/cluster';
import { ServerState } from '@app/database';
import { Semaphore } from '@app/platform';
import { Listeners } from './listeners.js';

const REFRESH_MS = 1000;
const TOPIC = 'subscriptions';
const REVISION = 'webhooks_revision';

/** Marks the receivers of events as changed for all processes. Call this function in the transaction of the change. */
export async function raiseSubscriptionsRevision(manager: EntityManager): Promise<void> {
  await manager.upsert(ServerState, { name: REVISION, value: randomUUID() }, ['name']);
}

/**
 * Keeps the receivers of events in memory, so that no SQL is needed to find out that an event has no subscriber. A
 * server process that changes receivers announces this to the others. If an announcement is lost, the revision of the
 * receivers reveals the change within a second.
 */
@Injectable()
export class Subscriptions implements OnModuleInit {
  private listeners = new Listeners([]);
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

  get current(): Listeners {
    return this.listeners;
  }

  /**
   * Returns the receivers that `manager` sees. Unlike `current`, they include new receivers for which another process
   * has just written an event.
   */
  async asOf(manager: EntityManager): Promise<Listeners> {
    const revision = await readRevision(manager);
    return revision === this.revision ? this.listeners : Listeners.load(manager);
  }

  /** Reloads the receivers if their revision has changed. */
  @ScheduledJob({
    name: 'subscriptions',
    everyMs: REFRESH_MS,
    failure: 'Webhooks and notifiers could not be refreshed',
  })
  async watch(): Promise<void> {
    await this.refreshing.run(async () => {
      if ((await readRevision(this.dataSource.manager)) !== this.revision) await this.load();
    });
  }

  /** Reloads the receivers and makes other processes reload theirs. Call it after a change is committed. */
  async refresh(): Promise<void> {
    await Promise.all([this.refreshing.run(() => this.load()), this.pubSub.publish(TOPIC)]);
  }

  private async load(): Promise<void> {
    // Reads the revision before the receivers. A change between the two reads is read twice rather than missed.
    const revision = await readRevision(this.dataSource.manager);
    this.listeners = await Listeners.load(this.dataSource.manager);
    this.revision = revision;
  }
}

async function readRevision(manager: EntityManager): Promise<string | undefined> {
  return (await manager.findOneBy(ServerState, { name: REVISION }))?.value;
}

import { Inject, Injectable } from '@nestjs/common';
import { PubSub, SharedRedis } from '@app/cluster';
import type { CardJob } from '@app/database';
import type { Author } from '../../audit/audit-trail.js';

const TOPIC = 'cancel-card-job';
const SEEN_MS = 60_000;

/** What the process that has a job knows better than its row. */
export type JobState = Pick<CardJob, 'status' | 'progress'>;

/** Lets server processes see and stop each other's card jobs. One that is alone has nothing to tell. */
@Injectable()
export class JobsElsewhere {
  constructor(
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
    private readonly pubSub: PubSub,
  ) {}

  /** Tells the others how a job of this process stands. */
  async tell(id: number, { status, progress }: JobState): Promise<void> {
    const state: JobState = { status, progress };
    await this.redis
      ?.ask((client) => client.set(this.keyOf(id), JSON.stringify(state), 'PX', SEEN_MS))
      .catch(() => undefined);
  }

  /** How jobs of other processes stand, by id, as far as they told. */
  async see(ids: readonly number[]): Promise<ReadonlyMap<number, JobState>> {
    const { redis } = this;
    if (!redis || ids.length === 0) return new Map();
    const texts = await redis.ask((client) => client.mget(ids.map((id) => this.keyOf(id))));
    return new Map(
      texts.flatMap((text, index) => (text === null ? [] : [[ids[index]!, JSON.parse(text) as JobState]])),
    );
  }

  /** Has the process that has the job stop it; whether it does is seen by `see`. */
  async cancel(
    id: number,
    { principal: { kind, adminId, name }, now, ip, requestId }: Author,
  ): Promise<void> {
    const by: Author = { principal: { kind, adminId, name }, now, ip, requestId };
    await this.pubSub.publish(TOPIC, JSON.stringify({ id, by }));
  }

  /** @param cancel is called with the jobs that other processes want cancelled, whosever they are */
  onCancel(cancel: (id: number, by: Author) => void): void {
    this.pubSub.subscribe(TOPIC, async (detail) => {
      const { id, by } = JSON.parse(detail) as { id: number; by: Author };
      cancel(id, by);
    });
  }

  private keyOf(id: number): string {
    return `${this.redis!.prefix}card-job:${id}`;
  }
}

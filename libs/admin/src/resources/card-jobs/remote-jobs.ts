import { Inject, Injectable } from '@nestjs/common';
import { PubSub, SharedRedis } from '@app/cluster';
import type { CardJob } from '@app/database';
import type { Author } from '../../audit/audit-trail.js';

const TOPIC = 'cancel-card-job';
const SEEN_MS = 60_000;

/** The state of a job. The process that runs the job knows this state before the row of the job is updated. */
export type JobState = Pick<CardJob, 'status' | 'progress'>;

/** Lets server processes see and cancel each other's card jobs. Does nothing if there is only one process. */
@Injectable()
export class RemoteJobs {
  constructor(
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
    private readonly pubSub: PubSub,
  ) {}

  /** Publishes the state of a job of this process. */
  async tell(id: number, { status, progress }: JobState): Promise<void> {
    const state: JobState = { status, progress };
    await this.redis
      ?.ask((client) => client.set(this.keyOf(id), JSON.stringify(state), 'PX', SEEN_MS))
      .catch(() => undefined);
  }

  /** Returns the published states of jobs of other processes, by id. */
  async see(ids: readonly number[]): Promise<ReadonlyMap<number, JobState>> {
    const { redis } = this;
    if (!redis || ids.length === 0) return new Map();
    const texts = await redis.ask((client) => client.mget(ids.map((id) => this.keyOf(id))));
    return new Map(
      texts.flatMap((text, index) => (text === null ? [] : [[ids[index]!, JSON.parse(text) as JobState]])),
    );
  }

  /** Asks the process that runs the job to cancel it. `see` returns the result. */
  async cancel(
    id: number,
    { principal: { kind, adminId, name }, now, ip, requestId }: Author,
  ): Promise<void> {
    const by: Author = { principal: { kind, adminId, name }, now, ip, requestId };
    await this.pubSub.publish(TOPIC, JSON.stringify({ id, by }));
  }

  /** @param cancel called for each job that another process wants to cancel, including jobs that do not run here */
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

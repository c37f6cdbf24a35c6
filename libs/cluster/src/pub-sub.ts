import { Inject, Injectable, Logger } from '@nestjs/common';
import { logFailure } from '@app/platform';
import { SharedRedis } from './shared-redis.js';
import { ServerRegistry } from './server-registry.js';

type Hear = (detail: string) => Promise<void>;

/**
 * Notifies the other server processes of changes immediately. Messages can be lost, so subscribers must not rely on
 * messages alone.
 */
@Injectable()
export class PubSub {
  private readonly logger = new Logger(PubSub.name);
  private readonly listeners = new Map<string, Hear>();

  constructor(
    @Inject(SharedRedis) private readonly redis: SharedRedis | undefined,
    private readonly server: ServerRegistry,
  ) {
    redis?.subscribe(`${redis.prefix}announcements`, (message) => this.hear(message));
  }

  /**
   * Publishes a message to the other processes.
   * @param topic without white space
   */
  async publish(topic: string, detail = ''): Promise<void> {
    const { redis } = this;
    const message = `${this.server.id} ${topic} ${detail}`;
    await redis
      ?.ask((client) => client.publish(`${redis.prefix}announcements`, message))
      .catch(() => undefined);
  }

  /** Calls `hear` for each message that another process publishes under `topic`. */
  subscribe(topic: string, hear: Hear): void {
    this.listeners.set(topic, hear);
  }

  private hear(message: string): void {
    const [sender, topic = '', ...detail] = message.split(' ');
    if (sender === this.server.id) return;
    this.listeners
      .get(topic)?.(detail.join(' '))
      .catch((error: unknown) => logFailure(this.logger, 'Changed records could not be reloaded', error));
  }
}

import type { Logger } from '@nestjs/common';
import { logFailure } from '@app/platform';
import type { ReceiverLease } from './receiver-lease.js';
import type { ReceiverKind } from './receivers.js';

/**
 * Sends due deliveries to webhooks or notifiers. Each receiver has its own loop, so that a slow receiver does not delay
 * others. The loop runs only in the process that has the receiver's lease.
 */
export class DeliveryLoops {
  private readonly running = new Map<number, Promise<void>>();
  private readonly stopping = new AbortController();

  /** @param sendNext sends the next due delivery or message; returns false if nothing is due */
  constructor(
    private readonly kind: ReceiverKind,
    private readonly lease: ReceiverLease,
    private readonly logger: Logger,
    private readonly sendNext: (id: number, stop: AbortSignal) => Promise<boolean>,
  ) {}

  /** Starts a loop for each receiver that has none. Does not wait for the receivers' answers. */
  start(ids: readonly number[]): void {
    for (const id of ids) {
      if (this.running.has(id) || this.stopping.signal.aborted) continue;
      const done = this.sendAll(id)
        .catch((error: unknown) =>
          logFailure(this.logger, `Nothing could be sent to the ${this.kind} ${id}`, error),
        )
        .finally(() => this.running.delete(id));
      this.running.set(id, done);
    }
  }

  /** Waits until no loop runs. */
  async settled(): Promise<void> {
    await Promise.all(this.running.values());
  }

  /** Aborts the requests in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.settled();
  }

  private async sendAll(id: number): Promise<void> {
    const { signal } = this.stopping;
    try {
      while (!signal.aborted && (await this.lease.take(this.kind, id))) {
        if (!(await this.sendNext(id, signal))) return;
      }
    } finally {
      await this.lease.release(this.kind, id);
    }
  }
}

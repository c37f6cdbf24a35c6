import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, LessThanOrEqual } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Application, inTransaction, OutboxEvent, rowLock, Webhook, WebhookDelivery } from '@app/database';
import { DeliveryLoops, raiseSubscriptionsRevision, ReceiverLease, Subscriptions } from '@app/events';
import { Clock, OutgoingError, OutgoingHttp, SecretBox } from '@app/platform';
import { afterMove, type Attempt, decideDelivery, type DeliveryDecision } from './decide-delivery.js';
import { webhookRequest } from './webhook-request.js';

const EVERY_MS = 1000;

/** Maximum number of webhooks. Each has its own delivery loop, so that a slow webhook does not delay others. */
export const MAX_WEBHOOKS = 50;

export type DeliveryOutcome = 'delivered' | 'failed' | 'retried';

interface Due {
  readonly delivery: WebhookDelivery;
  readonly event: OutboxEvent;
  readonly appKey: string | null;
}

/**
 * Delivers events to webhooks. Each webhook gets one request at a time, from one process. First attempts are made in
 * the order of the events. While a failed event waits for its next attempt, later events are sent, as is usual for
 * Standard Webhooks. Otherwise an event that a receiver cannot process would delay all others for three days. Receivers
 * that need the order compare the events' timestamps. An event may arrive twice with the same id, for example if a
 * process dies before it has stored the answer.
 */
@Injectable()
export class DeliveryWorker implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly loops: DeliveryLoops;
  /** Attempts by outcome since the process started. */
  readonly outcomes: Record<DeliveryOutcome, number> = { delivered: 0, failed: 0, retried: 0 };

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    lease: ReceiverLease,
    private readonly http: OutgoingHttp,
    private readonly secrets: SecretBox,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {
    this.loops = new DeliveryLoops('webhook', lease, this.logger, (id, stop) => this.deliverNext(id, stop));
  }

  /** Starts delivering to webhooks with due deliveries. Does not wait for the webhooks' answers. */
  @ScheduledJob({
    name: 'webhook-deliveries',
    everyMs: EVERY_MS,
    failure: 'Due deliveries could not be read',
  })
  async run(): Promise<void> {
    this.loops.start(await this.dueWebhooks());
  }

  /** Waits until this process makes no more deliveries. */
  settled(): Promise<void> {
    return this.loops.settled();
  }

  /** Requests in progress are aborted; their events are delivered again after the next start. */
  beforeApplicationShutdown(): Promise<void> {
    return this.loops.stop();
  }

  private async dueWebhooks(): Promise<number[]> {
    const rows: { id: number }[] = await this.dataSource.query(
      `SELECT id FROM webhooks WHERE enabled = ? AND paused_until <= ? AND EXISTS (
         SELECT 1 FROM webhook_deliveries WHERE webhook_id = webhooks.id AND next_at <= ?)`,
      [1, this.clock.now(), this.clock.now()],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns false if nothing is due. */
  private async deliverNext(webhookId: number, stop: AbortSignal): Promise<boolean> {
    const { manager } = this.dataSource;
    const started = this.clock.now();
    const webhook = await manager.findOneBy(Webhook, { id: webhookId, enabled: true });
    if (!webhook || webhook.pausedUntil > started) return false;
    const due = await findDue(manager, webhookId, started);
    if (!due) return false;
    const attempt = await this.attempt(webhook, due, started, stop);
    // An aborted attempt is not recorded, since the receiver may never have seen the request.
    if (stop.aborted) return false;
    await this.note(webhook, due.delivery, decideDelivery(due.delivery.attempts, attempt, this.clock.now()));
    return true;
  }

  private async attempt(
    webhook: Webhook,
    { event, appKey }: Due,
    now: number,
    stop: AbortSignal,
  ): Promise<Attempt> {
    const secrets = this.secretsOf(webhook, now);
    const { eventId, type, data, at } = event;
    const request = webhookRequest(webhook, { eventId, type, data, at, appKey }, secrets, now);
    try {
      return await this.http.post(request, stop);
    } catch (error) {
      if (error instanceof OutgoingError) return { fault: error.fault };
      throw error;
    }
  }

  private secretsOf({ name, secretSealed, previousSecretSealed, previousSecretUntil }: Webhook, now: number) {
    const sealed = [secretSealed];
    if (previousSecretSealed !== null && (previousSecretUntil ?? 0) > now) sealed.push(previousSecretSealed);
    return sealed.map((text) => this.secrets.open(text, `The secret of webhook ${name}`));
  }

  private async note(
    webhook: Webhook,
    { id, attempts }: WebhookDelivery,
    decision: DeliveryDecision,
  ): Promise<void> {
    const now = this.clock.now();
    const { delivery, webhook: changes } = await inTransaction(this.dataSource, async (manager) => {
      const isRefused = decision.delivery.status !== 'delivered' || Object.keys(decision.webhook).length > 0;
      const made = isRefused && (await hasMoved(manager, webhook)) ? afterMove(decision, now) : decision;
      // If a concurrent replay has reset the attempts to 0, the update matches no row, and the delivery stays due.
      await manager.update(WebhookDelivery, { id, attempts }, made.delivery);
      if (Object.keys(made.webhook).length === 0) return made;
      const isDisabled = made.webhook.enabled === false;
      const version = isDisabled ? {} : { rowVersion: () => 'row_version' };
      await manager.update(Webhook, { id: webhook.id }, { ...made.webhook, ...version, updatedAt: now });
      if (isDisabled) await raiseSubscriptionsRevision(manager);
      return made;
    });
    this.outcomes[delivery.status === 'pending' ? 'retried' : delivery.status]++;
    if (changes.enabled === false) {
      this.logger.warn(`Webhook ${webhook.name} was disabled, because its receiver answered 410`);
      await this.subscriptions.refresh();
    }
  }
}

/** Returns true if the webhook's address was edited during the attempt. Otherwise locks the webhook's row. */
async function hasMoved(manager: EntityManager, { id, url }: Webhook): Promise<boolean> {
  const select = { id: true, url: true } as const;
  const current = await manager.findOne(Webhook, { select, where: { id }, ...rowLock(manager) });
  return current?.url !== url;
}

/** Returns the delivery that has been due for the longest time, with its event. */
async function findDue(manager: EntityManager, webhookId: number, now: number): Promise<Due | undefined> {
  const delivery = await manager.findOne(WebhookDelivery, {
    where: { webhookId, nextAt: LessThanOrEqual(now) },
    order: { nextAt: 'ASC', id: 'ASC' },
  });
  if (!delivery) return undefined;
  const event = await manager.findOneBy(OutboxEvent, { id: delivery.eventId });
  if (!event) return undefined;
  const { applicationId } = event;
  const application =
    applicationId === null
      ? null
      : await manager.findOne(Application, {
          select: { id: true, appKey: true },
          where: { id: applicationId },
        });
  return { delivery, event, appKey: application?.appKey ?? null };
}

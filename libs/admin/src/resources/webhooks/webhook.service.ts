import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import {
  type AuditAction,
  deleteInBatches,
  serializeTransactions,
  Webhook,
  WebhookDelivery,
} from '@app/database';
import { applicationsOf, raiseSubscriptionsRevision, Subscriptions } from '@app/events';
import { changesOf, HOUR_MS, OutgoingHttp, SecretBox } from '@app/platform';
import {
  DeliveryReplay,
  DeliveryWorker,
  MAX_WEBHOOKS,
  newWebhookSecret,
  webhookChanges,
} from '@app/webhooks';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { changeOf, CrudService, requireVersion } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { limitToApplications } from '../../crud/limit-to-applications.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import type {
  CreateWebhookDto,
  EditWebhookDto,
  ReplayWebhookDto,
  RotateWebhookSecretDto,
  WebhookDto,
  WebhookSecretDto,
} from './webhook.dto.js';
import { WEBHOOK_FIELDS, type WebhookFilter, WEBHOOKS } from './webhook.resource.js';

/** Manages webhooks, for owners only. A change takes effect before the response. */
@Injectable()
export class WebhookService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly audit: AuditTrail,
    private readonly secrets: SecretBox,
    private readonly http: OutgoingHttp,
    private readonly subscriptions: Subscriptions,
    private readonly deliveries: DeliveryReplay,
    private readonly worker: DeliveryWorker,
  ) {}

  async list(actor: Actor, query: ListQuery<WebhookFilter>): Promise<Page<WebhookDto>> {
    const { rows, from, total } = await this.crud.list(actor, WEBHOOKS, query);
    return new Page(await Promise.all(rows.map((webhook) => this.show(webhook))), from, total);
  }

  async get(actor: Actor, id: number): Promise<WebhookDto> {
    return this.show(await this.crud.get(actor, WEBHOOKS, id));
  }

  /** @throws AdminError 409 if there are 50 webhooks; 422 */
  async create(
    actor: Actor,
    { applicationIds = null, secret = newWebhookSecret(), ...dto }: CreateWebhookDto,
  ): Promise<WebhookDto> {
    this.requireUrl(dto.url);
    const values = {
      enabled: true,
      revealCards: false,
      ...changesOf<Partial<Webhook>>({}, dto),
      disabledReason: null,
      allApplications: applicationIds === null,
      secretSealed: this.secrets.seal(secret),
      previousSecretSealed: null,
      previousSecretUntil: null,
      pausedUntil: 0,
      leaseOwner: null,
      leaseUntil: 0,
    };
    const webhook = await this.crud.create(
      actor,
      WEBHOOKS,
      values,
      async (_, manager) => {
        await serializeTransactions(manager);
        if ((await manager.count(Webhook)) >= MAX_WEBHOOKS)
          throw refusal('too_many_webhooks', { max: MAX_WEBHOOKS });
        await raiseSubscriptionsRevision(manager);
      },
      (row, manager) => limitToApplications(manager, 'webhook', row.id, applicationIds),
    );
    await this.subscriptions.refresh();
    return this.show(webhook);
  }

  /** @throws AdminError 404; 409; 422 */
  async update(
    actor: Actor,
    id: number,
    { rowVersion, applicationIds, ...dto }: EditWebhookDto,
  ): Promise<WebhookDto> {
    if (dto.url !== undefined) this.requireUrl(dto.url);
    const allApplications = applicationIds === undefined ? undefined : applicationIds === null;
    await this.crud.act(actor, WEBHOOKS, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      const changes = webhookChanges(row, { ...dto, allApplications });
      const limited = await limitToApplications(manager, 'webhook', id, applicationIds);
      if (Object.keys(changes).length === 0 && !limited) return;
      await this.crud.change(manager, actor, WEBHOOKS, row, changes, 'update', () => limited);
      await raiseSubscriptionsRevision(manager);
    });
    await this.subscriptions.refresh();
    return this.get(actor, id);
  }

  /** Deletes a webhook with its deliveries. */
  async delete(actor: Actor, id: number): Promise<WebhookDto> {
    const shown = await this.get(actor, id);
    // Deletes in batches before the transaction, which hundreds of thousands of deliveries would make too long.
    await deleteInBatches(this.dataSource, WebhookDelivery, { webhookId: id });
    await this.crud.delete(actor, WEBHOOKS, id, (_, manager) => raiseSubscriptionsRevision(manager));
    await this.subscriptions.refresh();
    return shown;
  }

  /** Reveals the signing secret. The audit log records that it was revealed. */
  async reveal(actor: Actor, id: number): Promise<WebhookSecretDto> {
    const webhook = await this.crud.get(actor, WEBHOOKS, id);
    await this.record(this.dataSource.manager, actor, webhook, 'reveal_secret');
    return this.secretOf(webhook);
  }

  /**
   * Creates a new signing secret. During the overlap, requests are signed with both secrets.
   * @throws AdminError 409
   */
  async rotate(
    actor: Actor,
    id: number,
    { overlapHours, rowVersion }: RotateWebhookSecretDto,
  ): Promise<WebhookSecretDto> {
    return this.crud.act(actor, WEBHOOKS, id, async (webhook, manager) => {
      requireVersion(webhook, rowVersion);
      const changes = {
        secretSealed: this.secrets.seal(newWebhookSecret()),
        previousSecretSealed: webhook.secretSealed,
        previousSecretUntil: overlapHours > 0 ? actor.now + overlapHours * HOUR_MS : null,
      };
      await this.crud.change(manager, actor, WEBHOOKS, webhook, changes, 'rotate_secret');
      return this.secretOf(webhook);
    });
  }

  /**
   * Sends a test event, regardless of the webhook's event types.
   * @returns the id of the delivery
   * @throws AdminError 409 if the webhook is disabled
   */
  async test(actor: Actor, id: number): Promise<number> {
    const deliveryId = await this.crud.act(actor, WEBHOOKS, id, async (webhook, manager) => {
      requireEnabled(webhook);
      await this.record(manager, actor, webhook, 'test');
      return this.deliveries.test(manager, webhook, actor.now);
    });
    await this.worker.run();
    return deliveryId;
  }

  /** @throws AdminError 409 if the webhook is disabled */
  async replay(actor: Actor, id: number, { from, to, failedOnly = true }: ReplayWebhookDto): Promise<number> {
    const webhook = await this.crud.get(actor, WEBHOOKS, id);
    requireEnabled(webhook);
    const range = { from, to, failedOnly };
    const replayed = await this.deliveries.range(id, range, actor.now);
    await this.record(this.dataSource.manager, actor, webhook, 'replay', { ...range, replayed });
    return replayed;
  }

  private record(
    manager: EntityManager,
    actor: Actor,
    webhook: Webhook,
    action: AuditAction,
    after?: object,
  ): Promise<void> {
    return this.audit.record(manager, actor, { ...changeOf(WEBHOOKS, webhook), action, after });
  }

  private requireUrl(url: string): void {
    const fault = this.http.faultOf(url);
    if (fault) throw invalid({ url: problem(fault) });
  }

  private secretOf({ name, secretSealed, previousSecretUntil }: Webhook): WebhookSecretDto {
    return { secret: this.secrets.open(secretSealed, `The secret of webhook ${name}`), previousSecretUntil };
  }

  private async show(webhook: Webhook): Promise<WebhookDto> {
    const applicationIds = await applicationsOf(this.dataSource.manager, 'webhook', webhook.id);
    return { ...toDto(webhook, WEBHOOK_FIELDS), applicationIds };
  }
}

/** @throws AdminError 409 */
export function requireEnabled({ enabled }: Webhook): void {
  if (!enabled) throw refusal('webhook_disabled');
}

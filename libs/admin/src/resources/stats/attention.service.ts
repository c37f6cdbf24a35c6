import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThanOrEqual } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { CLIENT_ERRORS } from '@app/auth-signature';
import {
  Notifier,
  NotifierApplication,
  placeholders,
  Webhook,
  WebhookApplication,
  WebhookDelivery,
} from '@app/database';
import { findLowStock } from '@app/figures';
import { DAY_MS, HOUR_MS } from '@app/platform';
import { STORED_FUNCTION_CALLS } from '@app/remote';
import type { Actor } from '../../access/actor.js';
import { covers } from '../../access/roles.js';
import {
  FAILED_ATTEMPTS,
  FAILED_CALLS,
  failingDelivery,
  GUESSED_NAMES,
  isFailingFunction,
} from './attention-rules.js';
import type { AttentionDto, AttentionItemDto, AttentionQuery } from './attention.dto.js';
import { selectedApplications } from './selected-applications.js';

const MAX_ITEMS = 50;
const MAX_OF_A_KIND = 20;
/** Maximum number of payments that are counted. */
const MAX_PAYMENTS = 1000;
const WITHOUT_CARDS_MS = 7 * DAY_MS;
const GUESSED_WITHIN_MS = 6 * HOUR_MS;
/** The codes of an unknown card, and of an unknown user or a wrong password. */
const GUESSED = [CLIENT_ERRORS.CARD_UNAVAILABLE.code, CLIENT_ERRORS.USER_PASSWORD_WRONG.code];

/** Finds problems that need attention. Each query is bounded by an index and a limit. */
@Injectable()
export class Attention {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
  ) {}

  /** @throws AdminError 404 */
  async get(actor: Actor, { applicationId }: AttentionQuery): Promise<AttentionDto> {
    selectedApplications(this.directory, actor, applicationId);
    const { now } = actor;
    // Only owners see webhooks and notifiers.
    const isOwner = covers(actor.principal.role, 'owner');
    const items = [
      ...(await this.failingFunctions(applicationId, now)),
      ...(await this.lowStock(applicationId)),
      ...(await this.failedPayments(applicationId, now)),
      ...(await this.guessingAddresses(applicationId, now)),
      ...(isOwner ? await this.failingWebhooks(applicationId, now) : []),
      ...(isOwner ? await this.failingNotifiers(applicationId) : []),
    ];
    return { items: items.slice(0, MAX_ITEMS) };
  }

  /**
   * Counts the stored calls of a function's current version. If that version has more successful calls than are stored,
   * the counts per hour are used instead. These do not know versions, so hours before the current version are left out.
   */
  private async failingFunctions(applicationId: number, now: number): Promise<AttentionItemDto[]> {
    const since = now - DAY_MS;
    const found = await this.dataSource.query<
      (Record<'id' | 'failed' | 'ok' | 'at' | 'allCalls' | 'allFailed', number | string> & { name: string })[]
    >(
      `SELECT failing.id AS id, failing.name AS name, failing.failed AS failed, failing.ok AS ok, failing.at AS at,
         SUM(n.calls) AS allCalls, SUM(n.failures) AS allFailed
       FROM (
         SELECT f.id, f.name, v.created_at AS changed_at, SUM(CASE WHEN c.ok = 0 THEN 1 ELSE 0 END) AS failed,
           SUM(CASE WHEN c.ok = 0 THEN 0 ELSE 1 END) AS ok, MAX(CASE WHEN c.ok = 0 THEN c.at END) AS at
         FROM functions f
         JOIN function_versions v ON v.function_id = f.id AND v.version = f.version
         JOIN function_calls c ON c.function_id = f.id AND c.version = f.version
         WHERE f.application_id = ? AND f.enabled = 1 AND c.at >= ?
         GROUP BY f.id, f.name, v.created_at HAVING SUM(CASE WHEN c.ok = 0 THEN 1 ELSE 0 END) >= ${FAILED_CALLS}
       ) failing
       JOIN function_call_counts n ON n.function_id = failing.id AND (n.hour + 1) * ${HOUR_MS} > failing.changed_at
       WHERE n.application_id = ? AND n.hour > ?
       GROUP BY failing.id, failing.name, failing.failed, failing.ok, failing.at`,
      [applicationId, since, applicationId, Math.floor(since / HOUR_MS)],
    );
    return found
      .map(({ id, name, at, ok, ...calls }) => {
        const areAllStored = Number(ok) < STORED_FUNCTION_CALLS;
        const count = Number(areAllStored ? calls.failed : calls.allFailed);
        const of = areAllStored ? count + Number(ok) : Number(calls.allCalls);
        return { kind: 'function_fails' as const, id: Number(id), name, count, of, at: Number(at) };
      })
      .filter(({ count, of }) => isFailingFunction(count, of))
      .toSorted((a, b) => b.count / b.of - a.count / a.of || a.id - b.id)
      .slice(0, MAX_OF_A_KIND);
  }

  private async lowStock(applicationId: number): Promise<AttentionItemDto[]> {
    const found = await findLowStock(this.dataSource.manager, [applicationId], MAX_OF_A_KIND);
    return found.map(({ channelId, product, available, level, lowSince }) => ({
      kind: 'low_stock',
      id: channelId,
      name: product,
      count: available,
      of: level,
      at: lowSince,
    }));
  }

  private async failedPayments(applicationId: number, now: number): Promise<AttentionItemDto[]> {
    const found = await this.dataSource.query<
      { id: number | string; name: string; payments: number | string; at: number | string }[]
    >(
      `SELECT c.id AS id, c.name AS name, COUNT(*) AS payments, MAX(p.created_at) AS at
       FROM (SELECT channel_id, created_at FROM payments WHERE application_id = ? AND status = 'failed'
         ORDER BY id DESC LIMIT ${MAX_PAYMENTS}) p
       JOIN channels c ON c.id = p.channel_id
       WHERE p.created_at >= ?
       GROUP BY c.id, c.name ORDER BY payments DESC, c.id LIMIT ${MAX_OF_A_KIND}`,
      [applicationId, now - WITHOUT_CARDS_MS],
    );
    return found.map(({ id, name, payments, at }) => ({
      kind: 'payment_failed',
      id: Number(id),
      name,
      count: Number(payments),
      of: null,
      at: Number(at),
    }));
  }

  private async guessingAddresses(applicationId: number, now: number): Promise<AttentionItemDto[]> {
    const found = await this.dataSource.query<
      { ip: string; requests: number | string; names: number | string; at: number | string }[]
    >(
      `SELECT ip, COUNT(*) AS requests, COUNT(DISTINCT name) AS names, MAX(at) AS at FROM refusals
       WHERE application_id = ? AND at >= ? AND code IN (${placeholders(GUESSED)})
       GROUP BY ip HAVING COUNT(DISTINCT name) >= ${GUESSED_NAMES}
       ORDER BY names DESC, ip LIMIT ${MAX_OF_A_KIND}`,
      [applicationId, now - GUESSED_WITHIN_MS, ...GUESSED],
    );
    return found.map(({ ip, requests, names, at }) => ({
      kind: 'key_guessing',
      id: null,
      name: ip,
      count: Number(names),
      of: Number(requests),
      at: Number(at),
    }));
  }

  private async failingWebhooks(applicationId: number, now: number): Promise<AttentionItemDto[]> {
    const { manager } = this.dataSource;
    const ids = await manager.find(WebhookApplication, { where: { applicationId }, take: 1000 });
    const webhooks = await manager.find(Webhook, {
      select: { id: true, name: true, enabled: true, disabledReason: true, updatedAt: true },
      where: [{ allApplications: true }, { id: In(ids.map(({ receiverId }) => receiverId)) }],
      order: { id: 'ASC' },
    });
    const items: AttentionItemDto[] = [];
    for (const { id, name, enabled, disabledReason, updatedAt } of webhooks) {
      if (items.length >= MAX_OF_A_KIND) break;
      const item = { kind: 'webhook_fails' as const, id, name, of: null };
      if (disabledReason !== null) items.push({ ...item, count: 0, at: updatedAt });
      if (!enabled) continue;
      const failing = failingDelivery(
        {
          pending: await this.deliveryOf(id, 'pending', 'ASC'),
          failed: await this.deliveryOf(id, 'failed', 'DESC'),
          delivered: await this.deliveryOf(id, 'delivered', 'DESC'),
        },
        now,
      );
      if (failing) items.push({ ...item, count: failing.attempts, at: failing.lastAt });
    }
    return items;
  }

  private deliveryOf(webhookId: number, status: WebhookDelivery['status'], order: 'ASC' | 'DESC') {
    const select = { id: true, attempts: true, lastAt: true } as const;
    return this.dataSource.manager.findOne(WebhookDelivery, {
      select,
      where: { webhookId, status },
      order: { id: order },
    });
  }

  private async failingNotifiers(applicationId: number): Promise<AttentionItemDto[]> {
    const { manager } = this.dataSource;
    const ids = await manager.find(NotifierApplication, { where: { applicationId }, take: 1000 });
    const failing = { enabled: true, failures: MoreThanOrEqual(FAILED_ATTEMPTS) };
    const notifiers = await manager.find(Notifier, {
      select: { id: true, name: true, failures: true, lastAt: true },
      where: [
        { ...failing, allApplications: true },
        { ...failing, id: In(ids.map(({ receiverId }) => receiverId)) },
      ],
      order: { id: 'ASC' },
      take: MAX_OF_A_KIND,
    });
    return notifiers.map(({ id, name, failures, lastAt }) => ({
      kind: 'notifier_fails',
      id,
      name,
      count: failures,
      of: null,
      at: lastAt,
    }));
  }
}

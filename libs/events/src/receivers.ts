import { type EntityManager, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';
import {
  Application,
  type EventReceiver,
  Notifier,
  NotifierApplication,
  Webhook,
  WebhookApplication,
} from '@app/database';

/** Receivers of events: webhooks for other systems, notifiers for people. */
export type ReceiverKind = 'webhook' | 'notifier';

interface Receivers {
  readonly entity: EntityTarget<EventReceiver>;
  /** Receivers that get each event separately, unlike notifiers that send a daily digest. */
  readonly listening: FindOptionsWhere<EventReceiver & Pick<Notifier, 'mode'>>;
}

export const RECEIVERS: Record<ReceiverKind, Receivers> = {
  webhook: { entity: Webhook, listening: { enabled: true } },
  notifier: { entity: Notifier, listening: { enabled: true, mode: 'instant' } },
};

/** The applications of a receiver before and after a change. */
export interface ApplicationsChange {
  readonly before: number[];
  readonly after: number[];
}

/** Returns the applications by receiver id, for the receivers of a kind that are limited to some applications. */
export async function applicationsByReceiver(
  manager: EntityManager,
  kind: ReceiverKind,
): Promise<Map<number, Set<number>>> {
  const pairs =
    kind === 'webhook'
      ? (await manager.find(WebhookApplication)).map((row) => [row.webhookId, row.applicationId] as const)
      : (await manager.find(NotifierApplication)).map((row) => [row.notifierId, row.applicationId] as const);
  const byReceiver = new Map<number, Set<number>>();
  for (const [id, applicationId] of pairs)
    byReceiver.set(id, (byReceiver.get(id) ?? new Set()).add(applicationId));
  return byReceiver;
}

/** Returns the ids of the applications that a receiver is limited to, in ascending order. */
export async function applicationsOf(
  manager: EntityManager,
  kind: ReceiverKind,
  id: number,
): Promise<number[]> {
  const rows =
    kind === 'webhook'
      ? await manager.findBy(WebhookApplication, { webhookId: id })
      : await manager.findBy(NotifierApplication, { notifierId: id });
  return rows.map(({ applicationId }) => applicationId).toSorted((a, b) => a - b);
}

/**
 * Limits a receiver to exactly these applications.
 * @returns undefined if nothing changed; 'unknown' if an application does not exist
 */
export async function setApplications(
  manager: EntityManager,
  kind: ReceiverKind,
  id: number,
  applicationIds: readonly number[],
): Promise<ApplicationsChange | 'unknown' | undefined> {
  const after = [...new Set(applicationIds)].toSorted((a, b) => a - b);
  const before = await applicationsOf(manager, kind, id);
  if (String(before) === String(after)) return undefined;
  if ((await manager.countBy(Application, { id: In(after) })) !== after.length) return 'unknown';
  if (kind === 'webhook') {
    await manager.delete(WebhookApplication, { webhookId: id });
    const rows = after.map((applicationId) => ({ webhookId: id, applicationId }));
    if (rows.length > 0) await manager.insert(WebhookApplication, rows);
  } else {
    await manager.delete(NotifierApplication, { notifierId: id });
    const rows = after.map((applicationId) => ({ notifierId: id, applicationId }));
    if (rows.length > 0) await manager.insert(NotifierApplication, rows);
  }
  return { before, after };
}

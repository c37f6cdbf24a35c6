import { type EntityManager, type EntityTarget, type FindOptionsWhere, In } from 'typeorm';
import {
  Application,
  type EventReceiver,
  Notifier,
  NotifierApplication,
  Webhook,
  WebhookApplication,
} from '@app/database';
import { MINUTE_MS } from '@app/platform';

/** Receivers of events: webhooks for other systems, notifiers for people. */
export type ReceiverKind = 'webhook' | 'notifier';

interface Receivers {
  readonly entity: EntityTarget<EventReceiver>;
  /** Applications of receivers that are limited to some applications. */
  readonly applications: EntityTarget<WebhookApplication | NotifierApplication>;
  /** Receivers that get each event separately, unlike notifiers that send a daily digest. */
  readonly listening: FindOptionsWhere<EventReceiver & Pick<Notifier, 'mode'>>;
  /**
   * Lifetime of a lease in milliseconds. It is longer than the longest attempt, including the attempt's SQL statements.
   */
  readonly leaseMs: number;
}

export const RECEIVERS: Record<ReceiverKind, Receivers> = {
  webhook: {
    entity: Webhook,
    applications: WebhookApplication,
    listening: { enabled: true },
    leaseMs: MINUTE_MS,
  },
  notifier: {
    entity: Notifier,
    applications: NotifierApplication,
    listening: { enabled: true, mode: 'instant' },
    // Some mail servers take a minute for each command of an email.
    leaseMs: 10 * MINUTE_MS,
  },
};

/** The applications of a receiver before and after a change. */
export interface ApplicationsChange {
  readonly before: number[];
  readonly after: number[];
}

/** Returns, by receiver id, the applications to which receivers are limited. Omits receivers of all applications. */
export async function applicationsByReceiver(
  manager: EntityManager,
  kind: ReceiverKind,
): Promise<Map<number, Set<number>>> {
  const byReceiver = new Map<number, Set<number>>();
  for (const { receiverId, applicationId } of await manager.find(RECEIVERS[kind].applications))
    byReceiver.set(receiverId, (byReceiver.get(receiverId) ?? new Set()).add(applicationId));
  return byReceiver;
}

/** Returns the ids of the applications that a receiver is limited to, in ascending order. */
export async function applicationsOf(
  manager: EntityManager,
  kind: ReceiverKind,
  id: number,
): Promise<number[]> {
  const rows = await manager.findBy(RECEIVERS[kind].applications, { receiverId: id });
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
  const { applications } = RECEIVERS[kind];
  await manager.delete(applications, { receiverId: id });
  const rows = after.map((applicationId) => ({ receiverId: id, applicationId }));
  if (rows.length > 0) await manager.insert(applications, rows);
  return { before, after };
}

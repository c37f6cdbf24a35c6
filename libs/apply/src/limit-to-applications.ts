import { In } from 'typeorm';
import { Application, type EventReceiver } from '@app/database';
import { applicationsOf, type ReceiverKind, setApplications } from '@app/events';
import type { ApplyContext } from './apply-context.js';

/**
 * Limits a webhook or notifier to the applications with these keys.
 * @param appKeys null = all; undefined keeps the current ones
 * @returns the keys of the receiver's applications; null = all
 */
export async function limitToApplications(
  { manager, faults }: ApplyContext,
  kind: ReceiverKind,
  { id, allApplications }: Pick<EventReceiver, 'id' | 'allApplications'>,
  appKeys: readonly string[] | null | undefined,
  path: string,
): Promise<string[] | null> {
  if (appKeys) {
    const found = await manager.findBy(Application, { appKey: In([...appKeys]) });
    const known = new Set(found.map(({ appKey }) => appKey));
    const missing = appKeys.filter((appKey) => !known.has(appKey));
    if (missing.length > 0)
      faults.push(`${path}.applications: there is no application ${missing.join(', ')}`);
    await setApplications(
      manager,
      kind,
      id,
      found.map((application) => application.id),
    );
  }
  if (allApplications) return null;
  const own = await manager.findBy(Application, { id: In(await applicationsOf(manager, kind, id)) });
  return own.map(({ appKey }) => appKey).toSorted();
}

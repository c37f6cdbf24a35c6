import type { EntityManager } from 'typeorm';
import { type ReceiverKind, setApplications } from '@app/events';
import { invalid, problem } from '../errors/admin-error.js';
import type { RelatedChange } from './crud.service.js';

/**
 * Limits a webhook or notifier to exactly these applications.
 * @param applicationIds null means all applications; undefined keeps the current ones
 * @returns the change for the audit log; undefined if there is none
 * @throws AdminError 422 if an application does not exist
 */
export async function limitToApplications(
  manager: EntityManager,
  kind: ReceiverKind,
  id: number,
  applicationIds: readonly number[] | null | undefined,
): Promise<RelatedChange | undefined> {
  if (applicationIds === undefined) return undefined;
  const change = await setApplications(manager, kind, id, applicationIds ?? []);
  if (change === 'unknown') throw invalid({ applicationIds: problem('unknown_applications') });
  return change && { before: { applicationIds: change.before }, after: { applicationIds: change.after } };
}

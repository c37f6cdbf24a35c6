import type { ApplicationDirectory, ClientApplication } from '@app/applications';
import { type Actor, hasApplication } from '../../access/actor.js';
import { notFound } from '../../errors/admin-error.js';

/**
 * The applications that statistics are about: the one that was asked for, or all that are the caller's.
 * @throws AdminError 404 when the application is not there or not the caller's
 */
export function askedApplications(
  directory: ApplicationDirectory,
  { principal }: Actor,
  applicationId: number | undefined,
): ClientApplication[] {
  const own = [...directory.all()].filter(({ id }) => hasApplication(principal, id));
  if (applicationId === undefined) return own.toSorted((a, b) => a.id - b.id);
  const asked = own.filter(({ id }) => id === applicationId);
  if (asked.length === 0) throw notFound('application');
  return asked;
}

/** The zone whose days are meant: the one that was asked for, the one application's, UTC for several. */
export function askedTimeZone(
  { applicationId, timeZone }: { applicationId?: number; timeZone?: string },
  [first]: readonly ClientApplication[],
): string {
  return timeZone ?? (applicationId === undefined ? 'UTC' : first!.timeZone);
}

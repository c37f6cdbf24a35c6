import type { ApplicationDirectory, ClientApplication } from '@app/applications';
import { type Actor, hasApplication } from '../../access/actor.js';
import { notFound } from '../../errors/admin-error.js';

/**
 * Returns the applications of a statistics request: the requested one, or all that the caller may access.
 * @throws AdminError 404 when the application does not exist or the caller may not access it
 */
export function selectedApplications(
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

/** Returns the time zone of the days: the requested time zone, else that of the requested application, else UTC. */
export function selectedTimeZone(
  { applicationId, timeZone }: { applicationId?: number; timeZone?: string },
  [first]: readonly ClientApplication[],
): string {
  return timeZone ?? (applicationId === undefined ? 'UTC' : first!.timeZone);
}

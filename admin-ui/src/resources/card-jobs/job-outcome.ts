import type { useTranslate } from 'react-admin';
import { problemText } from '../../i18n/problem-text';
import type { Dto } from '../../api/types';

export type Job = Dto<'CardJobDto'>;
type Counts = Record<string, number>;

/** The outcomes of lines of an import, in display order. */
const OUTCOMES = ['created', 'updated', 'unchanged', 'exists', 'duplicate', 'invalid', 'omitted'];

export function isOver({ status }: Job): boolean {
  return status !== 'queued' && status !== 'running';
}

/** Describes the outcome of a job; empty if the status of the job says enough. */
export function describeOutcome(job: Job, translate: ReturnType<typeof useTranslate>): string {
  if (job.failure) return problemText(job.failure);
  if (job.error !== null) return job.error;
  if (job.status !== 'done' || job.result === null) return '';
  const result = job.result as Counts & { skipped?: Counts };
  if (job.kind === 'generate') return translate('panel.job.generated', counted(result['created']));
  if (job.kind === 'import' || job.kind === 'import_state') {
    const outcome = OUTCOMES.filter((each) => result[each])
      .map((each) => translate(`panel.job.${each}`, counted(result[each])))
      .join(translate('panel.comma'));
    return job.input['dryRun'] === true ? translate('panel.move.would', { outcome }) : outcome;
  }
  const skipped = Object.entries(result.skipped ?? {}).map(([reason, count]) =>
    translate('panel.job.skipped', { ...counted(count), reason: translate(`panel.job.reason.${reason}`) }),
  );
  const changed = job.input['holderKind'] === 'user' ? 'changed_users' : 'changed';
  const { sessions, devices } = result;
  return [
    translate(`panel.job.${changed}`, counted(result['changed'])),
    sessions && translate('panel.job.ended', counted(sessions)),
    devices && translate('panel.job.removed', counted(devices)),
    ...skipped,
  ]
    .filter(Boolean)
    .join(translate('panel.comma'));
}

/**
 * Returns the batch of the cards that a job created; undefined if there is none, or if each line of a file has its own.
 */
export function batchOf({ id, kind, status, input, result }: Job): string | undefined {
  if (status !== 'done') return undefined;
  if (kind === 'generate') return result?.['batch'] as string;
  if (kind === 'import') return (input['batch'] as string | null) ?? `#${id}`;
  return undefined;
}

/** Returns the translation parameters of a count: the number for the plural form, and the number with separators. */
export function counted(count = 0): { smart_count: number; figure: string } {
  return { smart_count: count, figure: count.toLocaleString() };
}

/** Returns the progress in percent. */
export function percentOf({ progress, total }: Job): number {
  return total === 0 ? 0 : Math.round((100 * progress) / total);
}

import { type EntityManager, In } from 'typeorm';
import { type ActorKind, AuditRecord, type HolderKindName } from '@app/database';
import { idOf } from '../../crud/resource.js';
import type { TimelineJobDto } from './timeline.dto.js';

/** Number of an application's latest bulk actions that are searched for a holder. */
const SEARCHED = 100;
/** Bulk actions on existing cards and users. */
const ACTIONS = [
  'freeze',
  'unfreeze',
  'add_time',
  'add_uses',
  'apply_type',
  'note',
  'reset',
  'kick',
  'unbind',
];

/** A bulk action, as its audit record describes it. */
export interface BulkAct {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly recordId: number;
  readonly actorKind: ActorKind;
  readonly actorName: string;
  readonly job: TimelineJobDto;
}

/** The parts of a job's audit record that are used here. */
interface RecordedJob {
  holderKind?: HolderKindName;
  names?: string[];
  changed?: number;
  reason?: string | null;
}

/**
 * Searches an application's latest bulk actions, and returns those whose audit record contains the name of the given
 * card or user, newest first. If an action changed very many holders, its record contains the names of only the first
 * holders.
 */
export async function findBulkActs(
  manager: EntityManager,
  kind: HolderKindName,
  applicationId: number,
  name: string,
): Promise<BulkAct[]> {
  const records = await manager.find(AuditRecord, {
    where: { applicationId, resource: 'card-jobs', action: In(ACTIONS) },
    order: { id: 'DESC' },
    take: SEARCHED,
  });
  return records.flatMap(({ id, at, actorKind, actorName, action, recordId, after }) => {
    const { holderKind = 'card', names = [], changed = 0, reason = null } = parse(after);
    if (holderKind !== kind || !names.includes(name)) return [];
    const job = { id: Number(recordId), kind: action, changed, reason };
    return [{ at, recordId: idOf(id), actorKind, actorName, job }];
  });
}

function parse(after: string | null): RecordedJob {
  return after === null ? {} : (JSON.parse(after) as RecordedJob);
}

import { PickType } from '@nestjs/swagger';
import { AuditRecord } from '@app/database';
import { LATEST_TIME, Optional, TextLength, WholeNumber } from '@app/platform';
import { ApplicationFilter, Beginning, whereBegins, whereBetween, whereEqual } from '../crud/filters.js';
import { BY_ID } from '../crud/list-plan.js';
import type { Resource } from '../crud/resource.js';

export const AUDIT_FIELDS = [
  'id',
  'at',
  'actorKind',
  'actorId',
  'actorName',
  'applicationId',
  'resource',
  'recordId',
  'recordName',
  'action',
  'before',
  'after',
  'ip',
  'requestId',
] as const satisfies (keyof AuditRecord)[];

/** Sorting by id also sorts by time. */
export const AUDIT_SORTS = ['id'];

export class AuditRecordDto extends PickType(AuditRecord, AUDIT_FIELDS) {}

export class AuditFilter extends ApplicationFilter {
  /** Resource name from this API's paths, such as `cards`. */
  @Optional()
  @TextLength(1, 32)
  resource?: string;

  @Optional()
  @TextLength(1, 64)
  recordId?: string;

  /** An action such as `create`, `update` or `freeze`. */
  @Optional()
  @TextLength(1, 32)
  action?: string;

  /** Prefix of the actor's name, which for administrators is the email address. */
  @Beginning(255)
  actorName?: string;

  /** Only records of this time or later, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  from?: number;

  /** Only records before this time, in epoch milliseconds. */
  @Optional()
  @WholeNumber(0, LATEST_TIME)
  before?: number;
}

export const AUDIT_LOG: Resource<AuditRecord, AuditFilter> = {
  name: 'audit-log',
  singular: 'audit record',
  entity: AuditRecord,
  fields: AUDIT_FIELDS,
  nameOf: ({ action }) => action,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    whereEqual(query, filter, 'resource', 'recordId', 'action');
    whereBegins(query, 'actorName', filter.actorName);
    whereBetween(query, 'at', filter.from, filter.before);
  },
  indices: {
    sorted: { id: [{ index: BY_ID, by: ['id'] }] },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['recordId'], index: 'ix_audit_log_record' },
      { of: ['actorName'], index: 'ix_audit_log_actor' },
      { of: ['from', 'before'], index: 'ix_audit_log_at' },
      { of: ['resource', 'action', 'applicationId'], index: 'ix_audit_log_application' },
    ],
  },
};

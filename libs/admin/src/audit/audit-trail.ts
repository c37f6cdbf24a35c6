import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AuditAction, AuditRecord } from '@app/database';
import type { Actor } from '../access/actor.js';

const MAX_TEXT = 2000;
/** Text that replaces a secret in a recorded change. */
export const MASK = '•••';

/** A change to be recorded. */
export interface Change {
  /** Resource name from the admin API's paths. */
  readonly resource: string;
  readonly recordId?: number | string | undefined;
  /** Display name of the record. */
  readonly recordName?: string | undefined;
  readonly applicationId?: number | null | undefined;
  /** An action such as `create`, `update` or `freeze`. */
  readonly action: AuditAction;
  /** Old values of the changed fields. Never pass secrets. */
  readonly before?: object | undefined;
  /** New values of the changed fields. Never pass secrets. */
  readonly after?: object | undefined;
}

/** The data about a change's author that the audit log records. */
export interface Author {
  readonly principal: Pick<Actor['principal'], 'kind' | 'name'> & { readonly adminId: number | null };
  readonly now: number;
  readonly ip: string;
  readonly requestId: string;
}

/** Writes audit records in the transaction of the change, so that every change has a record. */
@Injectable()
export class AuditTrail {
  async record(
    manager: EntityManager,
    { principal, now, ip, requestId }: Author,
    change: Change,
  ): Promise<void> {
    const { resource, recordId, recordName, applicationId, action, before, after } = change;
    await manager.insert(AuditRecord, {
      at: now,
      actorKind: principal.kind,
      actorId: principal.adminId,
      actorName: principal.name,
      applicationId: applicationId ?? null,
      resource,
      recordId: recordId === undefined ? null : String(recordId),
      recordName: recordName?.slice(0, 255) ?? null,
      action,
      before: before ? describeValues(before) : null,
      after: after ? describeValues(after) : null,
      ip,
      requestId: requestId.slice(0, 64),
    });
  }
}

/** Returns values as JSON for the audit log; long texts, such as a function's source, are truncated. */
function describeValues(values: object): string {
  return JSON.stringify(values, (_, value: unknown) =>
    typeof value === 'string' && value.length > MAX_TEXT
      ? `${value.slice(0, MAX_TEXT)}… (${value.length} characters)`
      : value,
  );
}

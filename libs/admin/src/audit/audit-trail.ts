import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditRecord } from '@app/database';
import type { Actor } from '../access/actor.js';
import { describeValues } from './describe-values.js';

/** What was done to what. */
export interface Change {
  /** As in the admin API's paths. */
  readonly resource: string;
  readonly recordId?: number | string | undefined;
  /** What people call the record. */
  readonly recordName?: string | undefined;
  readonly applicationId?: number | null | undefined;
  /** Such as `create`, `update`, `freeze`. */
  readonly action: string;
  /** What changed, as it was. Never hand secrets over. */
  readonly before?: object | undefined;
  /** What changed, as it is now. Never hand secrets over. */
  readonly after?: object | undefined;
}

/** Who acted: all that the audit log says of it. */
export interface Author {
  readonly principal: Pick<Actor['principal'], 'kind' | 'name'> & { readonly adminId: number | null };
  readonly now: number;
  readonly ip: string;
  readonly requestId: string;
}

/** Writes down every change, in the transaction that makes it: there is no change without its record. */
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

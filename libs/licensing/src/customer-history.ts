import type { EntityManager } from 'typeorm';
import { type AuditAction, AuditRecord, type Card, type LicenceHolder, type User } from '@app/database';
import type { ClientCall } from './client-call.js';
import type { HolderKind } from './holder-kind.js';

/** Customers' actions that the history of a card or user shows. */
export type CustomerAction = Extract<
  AuditAction,
  'sign_in' | 'unbind' | 'recharge' | 'set_unbind_password' | 'issue_ticket' | 'end_sessions'
>;

/** Resources of the admin API that contain the histories of holders. */
const RESOURCES = { card: 'cards', user: 'users' } as const;

/**
 * Records a customer's action in the holder's history, in the transaction of the change. Calls of client software are
 * not recorded.
 * @param before old values of the changed fields; never secrets
 * @param after new values
 */
export async function recordCustomerAct(
  manager: EntityManager,
  { customer, now, ip }: ClientCall,
  kind: HolderKind,
  holder: LicenceHolder,
  action: CustomerAction,
  { before, after }: { readonly before?: object; readonly after?: object } = {},
): Promise<void> {
  if (!customer) return;
  await manager.insert(AuditRecord, {
    at: now,
    actorKind: 'customer',
    actorId: null,
    actorName: 'customer',
    applicationId: holder.applicationId,
    resource: RESOURCES[kind.name],
    recordId: String(holder.id),
    recordName: nameOf(kind, holder),
    action,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
    ip,
    requestId: customer.requestId,
  });
}

function nameOf({ nameProperty }: HolderKind, holder: LicenceHolder): string {
  return (holder as Card & User)[nameProperty];
}

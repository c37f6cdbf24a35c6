import type { EntityManager } from 'typeorm';
import {
  type ActivityEvent,
  countRows,
  Device,
  insertRows,
  type LicenceHolder,
  placeholders,
  updateEach,
} from '@app/database';
import { bindingOf, convertTrial } from './bind-device.js';
import type { ClientCall } from './client-call.js';
import type { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import { RefusalError } from './refusal-error.js';
import { expiryAfter } from './rules/duration.js';
import { isExpired } from './rules/validity.js';

/** A request to use a holder on a device. */
export interface DeviceRequest {
  readonly caller: ClientCall;
  /** Its row is locked. */
  readonly holder: LicenceHolder;
  /** 1–128 characters. */
  readonly deviceId: string;
  /** False if the request is refused when the device is not bound yet. */
  readonly mayBind: boolean;
}

/** A device on which a holder may be used. */
export interface AdmittedDevice extends DeviceRequest {
  /** Name of the holder's card type. */
  readonly cardType: string;
  readonly isBound: boolean;
}

/** Stored data about a request's holder and device. */
interface Found {
  readonly cardType: string;
  /** Number of devices bound to the holder, if the holder has a device limit. */
  readonly bound: number;
  readonly isBound: boolean;
}

/**
 * Decides whether holders may be used on devices; writes nothing.
 * @param requests for different holders
 * @param quota maximum number of devices of a holder that has no device limit of its own
 * @returns for each request, the device or one of these refusals:
 * - card 10212, user 10252: the holder is frozen
 * - card 10210, user 10250: the holder has expired
 * - 10215: the device is not bound, and the request may not bind it
 * - 10217: the device limit is reached
 */
export async function admitDevices(
  manager: EntityManager,
  kind: HolderKind,
  requests: readonly DeviceRequest[],
  quota: number,
): Promise<(AdmittedDevice | RefusalError)[]> {
  const usable = requests.filter((request) => !refusalOfHolder(kind, request));
  const found = await findDevices(manager, kind, usable);
  const decisions: (AdmittedDevice | RefusalError)[] = [];
  for (const request of requests) {
    const refusal = refusalOfHolder(kind, request);
    decisions.push(refusal ?? (await admit(manager, kind, request, found.get(request.holder.id)!, quota)));
  }
  return decisions;
}

function refusalOfHolder(kind: HolderKind, { holder, caller }: DeviceRequest): RefusalError | undefined {
  if (holder.frozen) return new RefusalError(kind.refusals.frozen);
  if (isExpired(holder, caller.now)) return new RefusalError(kind.refusals.expired);
  return undefined;
}

async function admit(
  manager: EntityManager,
  kind: HolderKind,
  request: DeviceRequest,
  { cardType, isBound, bound }: Found,
  quota: number,
): Promise<AdmittedDevice | RefusalError> {
  const { holder, mayBind } = request;
  const { id: holderId, maxDevices } = holder;
  const admitted = { ...request, cardType, isBound };
  if (isBound) return admitted;
  if (!mayBind) return new RefusalError('DEVICE_NOT_BOUND');
  const count =
    maxDevices > 0 ? bound : await countRows(manager, Device, { holderKind: kind.name, holderId });
  return count < (maxDevices || quota) ? admitted : new RefusalError('DEVICE_LIMIT');
}

/**
 * Starts the time of unused holders and binds new devices.
 * @param admitted devices of different holders
 * @returns for each device, the events to count once the transaction is committed
 */
export async function settleDevices(
  manager: EntityManager,
  events: HolderEvents,
  kind: HolderKind,
  admitted: readonly AdmittedDevice[],
): Promise<ActivityEvent[][]> {
  const unused = admitted.filter(({ holder }) => holder.status === 'unused');
  await activate(manager, events, kind, unused);
  const unbound = admitted.filter(({ isBound }) => !isBound);
  const bindings = unbound.map(({ caller, holder, deviceId }) => bindingOf(kind, caller, holder, deviceId));
  if (bindings.length > 0) await insertRows(manager, Device, bindings);
  const counted: ActivityEvent[][] = [];
  for (const each of admitted) {
    const { caller, holder, deviceId, isBound } = each;
    counted.push([
      ...(unused.includes(each) ? (['activation'] as const) : []),
      ...(isBound ? [] : await convertTrial(manager, events, kind, caller, holder, deviceId)),
    ]);
  }
  return counted;
}

async function activate(
  manager: EntityManager,
  events: HolderEvents,
  kind: HolderKind,
  unused: readonly DeviceRequest[],
): Promise<void> {
  if (unused.length === 0) return;
  const changes = unused.map(({ holder, caller: { now, application } }) => ({
    id: holder.id,
    status: 'activated' as const,
    activatedAt: now,
    expiresAt: expiryAfter(now, holder, application.timeZone),
    updatedAt: now,
  }));
  await updateEach<LicenceHolder>(manager, kind.entity, changes);
  for (const [index, { holder, caller, deviceId }] of unused.entries()) {
    Object.assign(holder, changes[index]);
    await events.one(manager, 'card.activated', kind.name, holder, caller.now, { device_id: deviceId });
  }
}

/**
 * Reads everything that decisions about devices need, in a single query, because statements are the main cost of a
 * login.
 */
async function findDevices(
  manager: EntityManager,
  kind: HolderKind,
  requests: readonly DeviceRequest[],
): Promise<Map<number, Found>> {
  if (requests.length === 0) return new Map();
  const device = `CASE holder.id ${requests.map(() => 'WHEN ? THEN ?').join(' ')} END`;
  const ofHolder = 'FROM devices WHERE holder_kind = ? AND holder_id = holder.id';
  const rows = await manager.query<{ id: unknown; cardType: string; bound: unknown; same: unknown }[]>(
    `SELECT holder.id AS id, type.name AS cardType,
      CASE holder.max_devices WHEN 0 THEN 0 ELSE (SELECT COUNT(*) ${ofHolder}) END AS bound,
      (SELECT COUNT(*) ${ofHolder} AND device_id = ${device}) AS same
    FROM ${kind.name}s holder JOIN card_types type ON type.id = holder.card_type_id
    WHERE holder.id IN (${placeholders(requests)})`,
    [
      kind.name,
      kind.name,
      ...requests.flatMap(({ holder, deviceId }) => [holder.id, deviceId]),
      ...requests.map(({ holder }) => holder.id),
    ],
  );
  return new Map(
    rows.map(({ id, cardType, bound, same }) => [
      Number(id),
      { cardType, bound: Number(bound), isBound: Number(same) > 0 },
    ]),
  );
}

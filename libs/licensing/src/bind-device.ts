import { type EntityManager, In, IsNull } from 'typeorm';
import {
  type ActivityEvent,
  type Application,
  Device,
  insertRow,
  insertRows,
  type LicenceHolder,
  Trial,
} from '@app/database';
import type { ClientCall } from './client-call.js';
import type { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';

/**
 * Binds one more device to a holder. If the device has a trial, marks the trial as converted.
 * @param holder a holder below its device limit, whose row is locked or was just inserted
 * @param deviceId 1–128 characters
 * @returns the events to count once the transaction is committed
 */
export async function bindDevice(
  manager: EntityManager,
  events: HolderEvents,
  kind: HolderKind,
  caller: ClientCall,
  holder: Pick<LicenceHolder, 'id' | 'applicationId'>,
  deviceId: string,
): Promise<ActivityEvent[]> {
  await insertRow(manager, Device, bindingOf(kind, caller, holder, deviceId));
  return convertTrial(manager, events, kind, caller, holder, deviceId);
}

/** Returns the row that binds a device to a holder. */
export function bindingOf(
  kind: HolderKind,
  { application, now }: ClientCall,
  { id: holderId }: Pick<LicenceHolder, 'id'>,
  deviceId: string,
): Partial<Device> {
  return { applicationId: application.id, holderKind: kind.name, holderId, deviceId, boundAt: now };
}

/** Marks the trial of a newly bound device as converted. Parameters and result are those of `bindDevice`. */
export async function convertTrial(
  manager: EntityManager,
  events: HolderEvents,
  kind: HolderKind,
  { application, now }: ClientCall,
  holder: Pick<LicenceHolder, 'id' | 'applicationId'>,
  deviceId: string,
): Promise<ActivityEvent[]> {
  if (application.trial === 'off') return [];
  const unconverted = { applicationId: application.id, deviceId, convertedAt: IsNull() };
  const { affected } = await manager.update(Trial, unconverted, { convertedAt: now, updatedAt: now });
  if (affected !== 1) return [];
  await events.one(manager, 'trial.converted', kind.name, holder, now, { device_id: deviceId });
  return ['trial_conversion'];
}

/**
 * Binds devices to several holders. Works like `bindDevice`, but writes no events.
 * @param bindings devices that are not bound yet
 * @param now epoch milliseconds
 */
export async function bindDevices(
  manager: EntityManager,
  { id: applicationId, trial }: Pick<Application, 'id' | 'trial'>,
  bindings: readonly Pick<Device, 'holderKind' | 'holderId' | 'deviceId'>[],
  now: number,
): Promise<void> {
  await insertRows(
    manager,
    Device,
    bindings.map(({ holderKind, holderId, deviceId }) => ({
      applicationId,
      holderKind,
      holderId,
      deviceId,
      boundAt: now,
    })),
  );
  if (trial === 'off') return;
  const deviceId = In(bindings.map(({ deviceId }) => deviceId));
  const unconverted = { applicationId, deviceId, convertedAt: IsNull() };
  await manager.update(Trial, unconverted, { convertedAt: now, updatedAt: now });
}

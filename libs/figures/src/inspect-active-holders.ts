import type { DataSource } from 'typeorm';
import { type Anomaly, type DayFigures, type HolderKindName, inBatches } from '@app/database';
import { bitOf, bitsUntil, monthOf } from './rules/active-days.js';
import {
  hasManyAddresses,
  hasManyDevices,
  KEPT_OF_A_KIND,
  MANY_ADDRESSES,
  MANY_DEVICES,
  SHARED_DEVICE,
} from './rules/anomalies.js';
import type { Day } from './rules/days.js';

const HOLDERS = 200;
const TABLES = { card: 'cards', user: 'users' } as const;

export type FoundAnomaly = Omit<Anomaly, 'id' | 'applicationId' | 'day'>;

export interface Inspection {
  readonly counts: Pick<DayFigures, 'activeCards' | 'activeUsers' | 'monthActiveCards' | 'monthActiveUsers'>;
  readonly anomalies: readonly FoundAnomaly[];
}

/**
 * Counts the cards and users that were active on a day. Also finds cards and users with too many devices or addresses,
 * and devices that many of them share. It iterates in batches over the holders recorded for the month, and reads only
 * the sessions of those that were active on the day.
 */
export async function inspectActiveHolders(
  dataSource: DataSource,
  applicationId: number,
  day: Day,
): Promise<Inspection> {
  const found: FoundAnomaly[] = [];
  const shared = new Map<string, number>();
  const counts = { card: { day: 0, month: 0 }, user: { day: 0, month: 0 } };
  for (const kind of ['card', 'user'] as const) {
    let after = 0;
    await inBatches(async () => {
      const rows = await dataSource.query<{ id: number; days: number }[]>(
        `SELECT holder_id AS id, days FROM active_holders
         WHERE application_id = ? AND month = ? AND holder_kind = ? AND holder_id > ?
         ORDER BY holder_id LIMIT ${HOLDERS}`,
        [applicationId, monthOf(day.day), kind, after],
      );
      const ids = rows.filter(({ days }) => (days & bitOf(day.day)) !== 0).map(({ id }) => id);
      counts[kind].day += ids.length;
      counts[kind].month += rows.filter(({ days }) => (days & bitsUntil(day.day)) !== 0).length;
      if (ids.length > 0) {
        found.push(...(await findCrowded(dataSource, kind, ids, day)));
        for (const { deviceId, holders } of await findShared(dataSource, applicationId, kind, ids))
          shared.set(deviceId, holders);
      }
      after = rows.at(-1)?.id ?? after;
      return rows.length < HOLDERS ? 'done' : 'more';
    });
  }
  const nothing = { holderKind: null, holderId: null, deviceId: null, hourAt: null };
  for (const [deviceId, count] of shared) found.push({ ...nothing, kind: 'shared_device', deviceId, count });
  return {
    counts: {
      activeCards: counts.card.day,
      activeUsers: counts.user.day,
      monthActiveCards: counts.card.month,
      monthActiveUsers: counts.user.month,
    },
    anomalies: [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap(highest),
  };
}

function highest(anomalies: readonly FoundAnomaly[]): FoundAnomaly[] {
  return anomalies.toSorted((a, b) => b.count - a.count).slice(0, KEPT_OF_A_KIND);
}

/** Finds holders with sessions from many devices or addresses on a day. */
async function findCrowded(
  dataSource: DataSource,
  kind: HolderKindName,
  ids: readonly number[],
  { startsAt, endsAt }: Day,
): Promise<FoundAnomaly[]> {
  const some = ids.map(() => '?').join(', ');
  // Open and ended sessions are read separately, so that each part is one range of `ix_sessions_holder` per holder.
  const part = (state: string) =>
    `SELECT holder_id, device_id, ip, created_at FROM sessions
     WHERE holder_kind = ? AND holder_id IN (${some}) AND ${state} AND last_seen_at >= ?`;
  const crowded = await dataSource.query<
    { id: number; devices: number | string; addresses: number | string; max_devices: number }[]
  >(
    `SELECT holder.id, seen.devices, seen.addresses, holder.max_devices FROM (
       SELECT holder_id, COUNT(DISTINCT device_id) AS devices, COUNT(DISTINCT ip) AS addresses
       FROM (${part('ended_at IS NULL')} UNION ALL ${part('ended_at >= ?')}) alive
       WHERE created_at < ? GROUP BY holder_id
       HAVING COUNT(DISTINCT device_id) >= ${MANY_DEVICES} OR COUNT(DISTINCT ip) >= ${MANY_ADDRESSES}
     ) seen JOIN ${TABLES[kind]} holder ON holder.id = seen.holder_id`,
    [kind, ...ids, startsAt, kind, ...ids, startsAt, startsAt, endsAt],
  );
  return crowded.flatMap(({ id, max_devices: maxDevices, ...seen }) => {
    const [devices, addresses] = [Number(seen.devices), Number(seen.addresses)];
    const holder = { holderKind: kind, holderId: id, deviceId: null, hourAt: null };
    const found: FoundAnomaly[] = [];
    if (hasManyDevices(devices, maxDevices)) found.push({ ...holder, kind: 'many_devices', count: devices });
    if (hasManyAddresses(addresses, devices))
      found.push({ ...holder, kind: 'many_addresses', count: addresses });
    return found;
  });
}

/** Finds those of the holders' devices that are bound to many holders. */
async function findShared(
  dataSource: DataSource,
  applicationId: number,
  kind: HolderKindName,
  ids: readonly number[],
): Promise<{ deviceId: string; holders: number }[]> {
  const found = await dataSource.query<{ deviceId: string; holders: number | string }[]>(
    `SELECT device_id AS deviceId, COUNT(*) AS holders FROM devices
     WHERE application_id = ? AND device_id IN (
       SELECT device_id FROM devices WHERE holder_kind = ? AND holder_id IN (${ids.map(() => '?').join(', ')})
     ) GROUP BY device_id HAVING COUNT(*) >= ${SHARED_DEVICE}`,
    [applicationId, kind, ...ids],
  );
  return found.map(({ deviceId, holders }) => ({ deviceId, holders: Number(holders) }));
}

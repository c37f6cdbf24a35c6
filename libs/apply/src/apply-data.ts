import { type EntityManager, In } from 'typeorm';
import {
  type Application,
  Card,
  DataQuotaError,
  type DataScope,
  NO_OWNER,
  recountData,
  RemoteData,
} from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { ApplyContext } from './apply-context.js';
import type { DataEntry } from './remote.dto.js';

/** A value in the file, with its scope and the id of its owner. */
interface Named {
  readonly dto: DataEntry;
  readonly scope: DataScope;
  readonly ownerId: number;
}

/** Creates or updates the remote data in a file and returns it. */
export async function applyData(
  context: ApplyContext,
  application: Application,
  dtos: DataEntry[],
  path: string,
): Promise<DataEntry[]> {
  const applicationId = application.id;
  const names = new Set(dtos.map(({ card }) => card).filter((card) => card !== undefined));
  // The cards are locked, so that none is deleted before its data is written.
  const cards = await findLocked(
    context,
    Card,
    [...names].map((card) => ({ card })),
    (part) => ({ applicationId, card: In(part.map(({ card }) => card)) }),
    ({ card }) => card,
  );
  const named: Named[] = [];
  dtos.forEach((dto, index) => {
    const ownerId = dto.card === undefined ? NO_OWNER : cards.get(dto.card)?.id;
    if (ownerId !== undefined) named.push({ dto, scope: dto.scope ?? 'app', ownerId });
    else
      context.faults.push(`${path}[${index}].card: application ${application.name} has no card ${dto.card}`);
  });

  const where = (part: Named[]) =>
    part.map(({ dto: { key }, scope, ownerId }) => ({ applicationId, scope, ownerId, key }));
  const existing = await findLocked(context, RemoteData, named, where, placeOf);
  const desired = named.map(({ dto: { key, value }, scope, ownerId }) => ({
    before: existing.get(placeOf({ scope, ownerId, key })),
    columns: { value },
    defaults: { applicationId, scope, ownerId, key },
  }));
  const written = named.filter(
    ({ dto, ...owner }) => existing.get(placeOf({ ...owner, key: dto.key }))?.value !== dto.value,
  );
  const rows = await applyRows(context, RemoteData, desired, insertOrUpdate);
  await recount(context, applicationId, written, path);
  return rows.map((row, index) => describe(row, named[index]!.dto.card));
}

/** Recounts the usage of each owner whose data was written, since the quotas apply to data from a file too. */
async function recount(
  context: ApplyContext,
  applicationId: number,
  written: Named[],
  path: string,
): Promise<void> {
  const owners = new Map(written.map((each) => [`${each.scope} ${each.ownerId}`, each]));
  for (const { scope, ownerId, dto } of owners.values()) {
    try {
      await recountData(context.manager, { applicationId, scope, ownerId }, context.quotas.ofData(scope));
    } catch (error) {
      if (!(error instanceof DataQuotaError)) throw error;
      const whose = dto.card === undefined ? 'the application' : `card ${dto.card}`;
      context.faults.push(`${path}: the data of ${whose} exceeds its quota`);
    }
  }
}

/** Upserts the rows. A client may have created the same key since the lookup; the file's value wins. */
function insertOrUpdate(manager: EntityManager, rows: RemoteData[]): Promise<unknown> {
  return manager
    .createQueryBuilder()
    .insert()
    .into(RemoteData)
    .values(rows)
    .orUpdate(['value', 'updated_at'], ['application_id', 'scope', 'owner_id', 'key'])
    .updateEntity(false)
    .execute();
}

function placeOf({ scope, ownerId, key }: Pick<RemoteData, 'scope' | 'ownerId' | 'key'>): string {
  return `${scope} ${ownerId} ${key}`;
}

function describe({ scope, key, value }: RemoteData, card: string | undefined): DataEntry {
  return { key, value, scope, ...(card !== undefined && { card }) };
}

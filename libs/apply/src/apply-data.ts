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
import { chunks } from './chunks.js';
import type { DataEntry } from './remote.dto.js';

/** The description of a value in the file, with its position in the list. */
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
  const cards = await findCardIds(context, application, dtos);
  const named: Named[] = [];
  dtos.forEach((dto, index) => {
    const ownerId = dto.card === undefined ? NO_OWNER : cards.get(dto.card);
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

async function findCardIds(
  { manager }: ApplyContext,
  { id: applicationId }: Application,
  dtos: DataEntry[],
): Promise<Map<string, number>> {
  const names = [...new Set(dtos.map(({ card }) => card))].filter((card) => card !== undefined);
  const ids = new Map<string, number>();
  for (const chunk of chunks(names.map((card) => ({ card })))) {
    const where = { applicationId, card: In(chunk.map(({ card }) => card)) };
    const found = await manager.find(Card, { select: { id: true, card: true }, where });
    for (const { id, card } of found) ids.set(card, id);
  }
  return ids;
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

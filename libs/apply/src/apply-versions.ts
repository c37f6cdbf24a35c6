import { In } from 'typeorm';
import { type Application, DEFAULT_CHANNEL, SoftwareVersion, versionKey } from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { ApplyContext } from './apply-context.js';
import type { VersionDto } from './version.dto.js';

/** Creates or updates the software versions in a file and returns them. */
export async function applyVersions(
  context: ApplyContext,
  { id: applicationId }: Application,
  dtos: VersionDto[],
  path: string,
): Promise<VersionDto[]> {
  if (dtos.length === 0) return [];
  const known = await context.manager.find(SoftwareVersion, {
    select: { id: true, channel: true, version: true },
    where: { applicationId },
  });
  const texts = new Map(known.map((row) => [versionKey(row), row.version]));
  dtos.forEach(({ channel = DEFAULT_CHANNEL, version }, index) => {
    const text = texts.get(versionKey({ channel, version }));
    if (text === undefined || text === version) return;
    context.faults.push(
      `${path}[${index}].version: the channel ${channel} already has this version, written as ${text}`,
    );
  });

  const named = new Set(dtos.map(({ channel = DEFAULT_CHANNEL, version }) => placeOf({ channel, version })));
  const ids = known.filter((row) => named.has(placeOf(row))).map(({ id }) => ({ id }));
  const existing = await findLocked(
    context,
    SoftwareVersion,
    ids,
    (part) => ({ id: In(part.map(({ id }) => id)) }),
    placeOf,
  );
  const desired = dtos.map(({ channel = DEFAULT_CHANNEL, version, url, notice, released, forced }) => ({
    before: existing.get(placeOf({ channel, version })),
    columns: { url, notice, released, forced },
    defaults: { applicationId, channel, version, notice: '', released: true, forced: false },
  }));
  return (await applyRows(context, SoftwareVersion, desired)).map(describe);
}

function placeOf({ channel, version }: Pick<SoftwareVersion, 'channel' | 'version'>): string {
  return `${channel} ${version}`;
}

function describe({ channel, version, url, notice, released, forced }: SoftwareVersion): VersionDto {
  return { channel, version, url, notice, released, forced };
}

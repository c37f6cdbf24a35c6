import { In } from 'typeorm';
import { type Application, DEFAULT_CHANNEL, rowLock, SoftwareVersion } from '@app/database';
import { parseVersion, versionIdentity } from '@app/platform';
import { applyRows } from './apply-rows.js';
import type { Run } from './apply.service.js';
import { chunks } from './chunks.js';
import type { VersionDto } from './version.dto.js';

/** Creates or updates the software versions that a file names, and gives them. */
export async function applyVersions(
  run: Run,
  { id: applicationId }: Application,
  dtos: VersionDto[],
  path: string,
): Promise<VersionDto[]> {
  if (dtos.length === 0) return [];
  const known = await run.manager.find(SoftwareVersion, {
    select: { id: true, channel: true, version: true },
    where: { applicationId },
  });
  const texts = new Map(known.map(({ channel, version }) => [identityOf(channel, version), version]));
  dtos.forEach(({ channel = DEFAULT_CHANNEL, version }, index) => {
    const text = texts.get(identityOf(channel, version));
    if (text === undefined || text === version) return;
    run.faults.push(`${path}[${index}].version: the channel ${channel} has this version as ${text}`);
  });

  const named = new Set(dtos.map(({ channel = DEFAULT_CHANNEL, version }) => `${channel} ${version}`));
  const ids = known
    .filter(({ channel, version }) => named.has(`${channel} ${version}`))
    .map(({ id }) => ({ id }));
  const existing = await findVersions(run, ids);
  const wanted = dtos.map(({ channel = DEFAULT_CHANNEL, version, url, notice, released }) => ({
    before: existing.get(`${channel} ${version}`),
    columns: { url, notice, released },
    defaults: { applicationId, channel, version, notice: '', released: true },
  }));
  return (await applyRows(run, SoftwareVersion, wanted)).map(describe);
}

async function findVersions({ manager }: Run, ids: { id: number }[]): Promise<Map<string, SoftwareVersion>> {
  const found = new Map<string, SoftwareVersion>();
  for (const chunk of chunks(ids)) {
    const where = { id: In(chunk.map(({ id }) => id)) };
    for (const row of await manager.find(SoftwareVersion, { where, ...rowLock(manager) }))
      found.set(`${row.channel} ${row.version}`, row);
  }
  return found;
}

/** The same for all texts of one version in a channel. */
function identityOf(channel: string, version: string): string {
  const parsed = parseVersion(version);
  return `${channel} ${parsed ? versionIdentity(parsed) : version}`;
}

function describe({ channel, version, url, notice, released }: SoftwareVersion): VersionDto {
  return { channel, version, url, notice, released };
}

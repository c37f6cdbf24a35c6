import { type FindOptionsWhere, In } from 'typeorm';
import { type Application, FunctionVersion, RemoteFunction } from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { ApplyContext } from './apply-context.js';
import { chunks } from './chunks.js';
import type { FunctionDto } from './remote.dto.js';

const DEFAULTS = {
  enabled: true,
  timeoutMs: null,
  memoryMb: null,
  cost: 0,
  requireFeature: null,
  trials: false,
};

/** Creates or updates the remote functions in a file and returns them. Stores each new source as a version. */
export async function applyFunctions(
  context: ApplyContext,
  { id: applicationId }: Application,
  dtos: FunctionDto[],
): Promise<FunctionDto[]> {
  const where = (part: { name: string }[]) => ({ applicationId, name: In(part.map(({ name }) => name)) });
  const existing = await findLocked(context, RemoteFunction, dtos, where, ({ name }) => name);
  const desired = dtos.map((dto) => {
    const { name, source } = dto;
    const before = existing.get(name);
    return {
      before,
      columns: {
        source,
        version: before && before.source !== source ? before.version + 1 : undefined,
        enabled: dto.enabled,
        timeoutMs: dto.timeout_ms,
        memoryMb: dto.memory_mb,
        cost: dto.cost,
        requireFeature: dto.require_feature,
        trials: dto.trials,
      },
      defaults: { applicationId, name, version: 1, ...DEFAULTS },
    };
  });
  // Computed before the rows are applied: afterwards `existing` holds the new sources.
  const saved = dtos.filter(({ name, source }) => existing.get(name)?.source !== source);
  const rows = await applyRows(context, RemoteFunction, desired);
  for (const part of chunks(saved)) await keepVersions(context, where(part));
  return rows.map(describe);
}

async function keepVersions(
  { manager, now }: ApplyContext,
  where: FindOptionsWhere<RemoteFunction>,
): Promise<void> {
  const functions = await manager.findBy(RemoteFunction, where);
  const versions = functions.map(({ id: functionId, version, source }) => ({
    functionId,
    version,
    source,
    createdBy: 'latchkey apply',
    createdAt: now,
  }));
  await manager.insert(FunctionVersion, versions);
}

function describe(row: RemoteFunction): FunctionDto {
  return {
    name: row.name,
    source: row.source,
    enabled: row.enabled,
    timeout_ms: row.timeoutMs,
    memory_mb: row.memoryMb,
    cost: row.cost,
    require_feature: row.requireFeature,
    trials: row.trials,
  };
}

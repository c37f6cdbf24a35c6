import { type FindOptionsWhere, In } from 'typeorm';
import { type Application, FunctionVersion, RemoteFunction } from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { ApplyContext } from './apply-context.js';
import { chunks } from './chunks.js';
import type { FunctionDto } from './remote.dto.js';

/** Creates or updates the remote functions in a file, stores a version of each new source, and returns them. */
export async function applyFunctions(
  context: ApplyContext,
  { id: applicationId }: Application,
  dtos: FunctionDto[],
): Promise<FunctionDto[]> {
  const where = (part: { name: string }[]) => ({ applicationId, name: In(part.map(({ name }) => name)) });
  const existing = await findLocked(context, RemoteFunction, dtos, where, ({ name }) => name);
  const desired = dtos.map(({ name, source, enabled, timeout_ms, memory_mb }) => {
    const before = existing.get(name);
    return {
      before,
      columns: {
        source,
        version: before && before.source !== source ? before.version + 1 : undefined,
        enabled,
        timeoutMs: timeout_ms,
        memoryMb: memory_mb,
      },
      defaults: { applicationId, name, version: 1, enabled: true, timeoutMs: null, memoryMb: null },
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

function describe({ name, source, enabled, timeoutMs, memoryMb }: RemoteFunction): FunctionDto {
  return { name, source, enabled, timeout_ms: timeoutMs, memory_mb: memoryMb };
}

import { In } from 'typeorm';
import { type Application, RemoteFunction } from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { Run } from './apply.service.js';
import type { FunctionDto } from './remote.dto.js';

/** Creates or updates the remote functions that a file names, and gives them. */
export async function applyFunctions(
  run: Run,
  { id: applicationId }: Application,
  dtos: FunctionDto[],
): Promise<FunctionDto[]> {
  const where = (part: { name: string }[]) => ({ applicationId, name: In(part.map(({ name }) => name)) });
  const existing = await findLocked(run, RemoteFunction, dtos, where, ({ name }) => name);
  const wanted = dtos.map(({ name, source, enabled, timeout_ms, memory_mb }) => {
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
  return (await applyRows(run, RemoteFunction, wanted)).map(describe);
}

function describe({ name, source, enabled, timeoutMs, memoryMb }: RemoteFunction): FunctionDto {
  return { name, source, enabled, timeout_ms: timeoutMs, memory_mb: memoryMb };
}

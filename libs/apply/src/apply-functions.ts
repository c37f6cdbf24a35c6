import { In } from 'typeorm';
import { type Application, RemoteFunction, rowLock } from '@app/database';
import { applyRows } from './apply-rows.js';
import type { Run } from './apply.service.js';
import { chunks } from './chunks.js';
import type { FunctionDto } from './remote.dto.js';

/** Creates or updates the remote functions that a file names, and gives them. */
export async function applyFunctions(
  run: Run,
  { id: applicationId }: Application,
  dtos: FunctionDto[],
): Promise<FunctionDto[]> {
  const { manager } = run;
  const existing = new Map<string, RemoteFunction>();
  for (const chunk of chunks(dtos)) {
    const where = { applicationId, name: In(chunk.map(({ name }) => name)) };
    for (const row of await manager.find(RemoteFunction, { where, ...rowLock(manager) }))
      existing.set(row.name, row);
  }
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

import { type EntityManager, In } from 'typeorm';
import { RemoteFunction } from '@app/database';
import { type CallLimits, type Definition, definitionFaults, SandboxDownError } from '@app/sandbox';
import { findApplications } from './apply-application.js';
import type { ApplicationDto, ApplyFileDto } from './apply-file.dto.js';
import { chunks } from './chunks.js';

/**
 * Returns a fault for each function whose source does not define a function of the same name. Sources that are already
 * stored are not run again. Call this function before the transaction, so that other changes are not blocked while the
 * sources run.
 * @param server the server's limits
 */
export async function functionFaults(
  manager: EntityManager,
  { applications }: ApplyFileDto,
  server: CallLimits,
): Promise<string[]> {
  const changed: (Definition & { path: string })[] = [];
  for (const [a, application] of applications.entries()) {
    const stored = await storedFunctions(manager, application);
    for (const [f, { name, source, memory_mb }] of (application.functions ?? []).entries()) {
      const before = stored.get(name);
      if (before?.source === source) continue;
      const memoryMb = memory_mb === undefined ? (before?.memoryMb ?? null) : memory_mb;
      changed.push({ name, source, memoryMb, path: `applications[${a}].functions[${f}].source` });
    }
  }
  try {
    const faults = await definitionFaults(changed, server);
    return faults.flatMap((fault, i) => (fault === undefined ? [] : [`${changed[i]!.path} ${fault}`]));
  } catch (error) {
    if (!(error instanceof SandboxDownError)) throw error;
    return [
      'functions: the sources cannot be checked, because the function sandbox cannot start on this machine',
    ];
  }
}

/** Returns by name the functions in the file that the application already has. */
async function storedFunctions(
  manager: EntityManager,
  application: ApplicationDto,
): Promise<Map<string, Pick<RemoteFunction, 'source' | 'memoryMb'>>> {
  const { functions = [] } = application;
  const [existing] = functions.length > 0 ? await findApplications(manager, application) : [];
  const stored = new Map<string, RemoteFunction>();
  if (!existing) return stored;
  for (const part of chunks(functions)) {
    const rows = await manager.find(RemoteFunction, {
      select: { name: true, source: true, memoryMb: true },
      where: { applicationId: existing.id, name: In(part.map(({ name }) => name)) },
    });
    for (const row of rows) stored.set(row.name, row);
  }
  return stored;
}

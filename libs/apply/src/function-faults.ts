import { type EntityManager, In } from 'typeorm';
import { RemoteFunction } from '@app/database';
import { definitionFaults, SandboxDownError } from '@app/sandbox';
import type { ApplyFileDto } from './apply-file.dto.js';
import { chunks } from './chunks.js';

/**
 * Returns a fault for each function whose source does not define a function of the same name. Sources that are already
 * stored are not run again. Call this function before the transaction, so that other changes are not blocked while the
 * sources run.
 */
export async function functionFaults(
  manager: EntityManager,
  { applications }: ApplyFileDto,
): Promise<string[]> {
  const all = applications.flatMap(({ functions = [] }, a) =>
    functions.map(({ name, source }, f) => ({
      name,
      source,
      path: `applications[${a}].functions[${f}].source`,
    })),
  );
  const stored = new Set<string>();
  for (const part of chunks(all)) {
    const where = { name: In(part.map(({ name }) => name)) };
    const rows = await manager.find(RemoteFunction, { select: { name: true, source: true }, where });
    for (const row of rows) stored.add(keyOf(row));
  }
  const unknown = all.filter((each) => !stored.has(keyOf(each)));
  try {
    const faults = await definitionFaults(unknown);
    return faults.flatMap((fault, i) => (fault === undefined ? [] : [`${unknown[i]!.path} ${fault}`]));
  } catch (error) {
    if (!(error instanceof SandboxDownError)) throw error;
    return [
      'functions: the sources cannot be checked, because the function sandbox cannot start on this machine',
    ];
  }
}

function keyOf({ name, source }: { name: string; source: string }): string {
  return `${name} ${source}`;
}

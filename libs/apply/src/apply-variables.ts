import { In } from 'typeorm';
import { type Application, rowLock, Variable } from '@app/database';
import { applyRows } from './apply-rows.js';
import type { Run } from './apply.service.js';
import { chunks } from './chunks.js';
import type { VariableEntry } from './remote.dto.js';

/** Creates or updates the remote variables that a file names, and gives them. */
export async function applyVariables(
  run: Run,
  { id: applicationId }: Application,
  dtos: VariableEntry[],
): Promise<VariableEntry[]> {
  const { manager } = run;
  const existing = new Map<string, Variable>();
  for (const chunk of chunks(dtos)) {
    const where = { applicationId, key: In(chunk.map(({ key }) => key)) };
    for (const row of await manager.find(Variable, { where, ...rowLock(manager) }))
      existing.set(row.key, row);
  }
  const wanted = dtos.map(({ key, value, check, card_auth }) => ({
    before: existing.get(key),
    columns: { value, checkRule: check, cardAuth: card_auth },
    defaults: { applicationId, key, checkRule: null, cardAuth: false },
  }));
  return (await applyRows(run, Variable, wanted)).map(describe);
}

function describe({ key, value, checkRule, cardAuth }: Variable): VariableEntry {
  return { key, value, check: checkRule, card_auth: cardAuth };
}

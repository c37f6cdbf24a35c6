import { type FindOptionsWhere, In } from 'typeorm';
import { type Application, Variable, VariableVersion } from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { ApplyContext } from './apply-context.js';
import { chunks } from './chunks.js';
import type { VariableEntry } from './remote.dto.js';

const DEFAULTS = { checkRule: null, cardAuth: false, trials: false, requireFeature: null };

/** Creates or updates the remote variables in a file and returns them. Stores each new value as a version. */
export async function applyVariables(
  context: ApplyContext,
  { id: applicationId }: Application,
  dtos: VariableEntry[],
): Promise<VariableEntry[]> {
  const where = (part: { key: string }[]) => ({ applicationId, key: In(part.map(({ key }) => key)) });
  const existing = await findLocked(context, Variable, dtos, where, ({ key }) => key);
  const desired = dtos.map(({ key, value, check, card_auth, trials, require_feature }) => {
    const before = existing.get(key);
    const version = before && before.value !== value ? before.version + 1 : undefined;
    const access = { cardAuth: card_auth, trials, requireFeature: require_feature };
    return {
      before,
      columns: { value, version, checkRule: check, ...access },
      defaults: { applicationId, key, version: 1, ...DEFAULTS },
    };
  });
  // Computed before the rows are applied: afterwards `existing` holds the new values.
  const saved = dtos.filter(({ key, value }) => existing.get(key)?.value !== value);
  const rows = await applyRows(context, Variable, desired);
  for (const part of chunks(saved)) await keepVersions(context, where(part));
  return rows.map(describe);
}

async function keepVersions(
  { manager, now }: ApplyContext,
  where: FindOptionsWhere<Variable>,
): Promise<void> {
  const variables = await manager.findBy(Variable, where);
  const versions = variables.map(({ id: variableId, version, value }) => ({
    variableId,
    version,
    value,
    createdBy: 'latchkey apply',
    createdAt: now,
  }));
  await manager.insert(VariableVersion, versions);
}

function describe({ key, value, checkRule, cardAuth, trials, requireFeature }: Variable): VariableEntry {
  return { key, value, check: checkRule, card_auth: cardAuth, trials, require_feature: requireFeature };
}

import { In } from 'typeorm';
import { type Application, Variable } from '@app/database';
import { applyRows, findLocked } from './apply-rows.js';
import type { ApplyContext } from './apply-context.js';
import type { VariableEntry } from './remote.dto.js';

/** Creates or updates the remote variables in a file and returns them. */
export async function applyVariables(
  context: ApplyContext,
  { id: applicationId }: Application,
  dtos: VariableEntry[],
): Promise<VariableEntry[]> {
  const where = (part: { key: string }[]) => ({ applicationId, key: In(part.map(({ key }) => key)) });
  const existing = await findLocked(context, Variable, dtos, where, ({ key }) => key);
  const desired = dtos.map(({ key, value, check, card_auth, trials, require_feature }) => ({
    before: existing.get(key),
    columns: { value, checkRule: check, cardAuth: card_auth, trials, requireFeature: require_feature },
    defaults: { applicationId, key, checkRule: null, cardAuth: false, trials: false, requireFeature: null },
  }));
  return (await applyRows(context, Variable, desired)).map(describe);
}

function describe({ key, value, checkRule, cardAuth, trials, requireFeature }: Variable): VariableEntry {
  return { key, value, check: checkRule, card_auth: cardAuth, trials, require_feature: requireFeature };
}

import type { EntityManager } from 'typeorm';
import { Application, takesAnyConfig } from '@app/database';
import { isJson } from '@app/platform';
import { invalid, problem } from '../../errors/admin-error.js';

/**
 * Refuses a configuration that is not JSON, if the application of the card or user accepts only JSON.
 * @param config the requested configuration; `null` and `undefined` mean none
 * @throws AdminError 422
 */
export async function requireConfig(
  manager: EntityManager,
  applicationId: number,
  config: string | null | undefined,
): Promise<void> {
  if (config === null || config === undefined || isJson(config)) return;
  const { compat } = await manager.findOneByOrFail(Application, { id: applicationId });
  if (!takesAnyConfig(compat)) throw invalid({ config: problem('json') });
}

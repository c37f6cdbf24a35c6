import { type ApplicationDto, ApplyService, parseApplyFile } from '@app/apply';
import { migrate } from '@app/database';
import { loadConfig, loadEncryptionKey, SecretBox, SystemClock } from '@app/platform';
import { withTestDataSource } from './open-data-source.js';

/**
 * Applies one application in this process, as `latchkey apply` does, and returns the resulting state. Use it in suites
 * that need an application but do not test the command, because starting a process is slow.
 */
export async function applyHere(
  environment: Record<string, string>,
  application: object,
): Promise<ApplicationDto> {
  const file = parseApplyFile(JSON.stringify({ applications: [{ name: 'Test', ...application }] }));
  const config = loadConfig(environment);
  const { security, database } = config;
  return withTestDataSource(environment, async (dataSource) => {
    await migrate(dataSource);
    const secrets = new SecretBox(loadEncryptionKey(security, database.dataDir));
    const service = new ApplyService(dataSource, secrets, new SystemClock(), config);
    const { applications } = await service.apply(file);
    return applications[0]!;
  });
}

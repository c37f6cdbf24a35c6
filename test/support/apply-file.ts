import { expect } from '@jest/globals';
import { ApplyError, type ApplyFileDto, ApplyService, parseApplyFile } from '@app/apply';
import type { Application } from '@app/database';
import { AppConfig, readSecretVariable, SecretBox } from '@app/platform';
import { snapshotTables } from './table-snapshot.js';
import type { TestServer } from './test-server.js';

/**
 * Applies a whole file. The server notices within a second.
 * @param environment with the secrets that the file names
 */
export async function applyFile(
  server: TestServer,
  file: object,
  environment: Record<string, string> = {},
  secrets: SecretBox = server.get(SecretBox),
): Promise<ApplyFileDto> {
  const service = new ApplyService(
    server.dataSource,
    secrets,
    server.clock,
    server.get(AppConfig),
    (name, secret) => readSecretVariable(name, secret, environment),
  );
  return service.apply(parseApplyFile(JSON.stringify(file)));
}

/** Applies a file that has to be refused and returns its faults. Fails if a table row was changed. */
export async function faultsOfApply(server: TestServer, file: object): Promise<readonly string[]> {
  const before = await snapshotTables(server.dataSource);
  const error: unknown = await applyFile(server, file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApplyError);
  expect(await snapshotTables(server.dataSource)).toEqual(before);
  return (error as ApplyError).faults;
}

/** Returns all rows except columns that every run changes. */
export async function appliedRows({ dataSource }: TestServer): Promise<object> {
  const { applications, ...rest } = await snapshotTables(dataSource);
  const settled = (applications as Application[]).map((row) => ({ ...row, revision: 0, updatedAt: 0 }));
  return { ...rest, applications: settled };
}

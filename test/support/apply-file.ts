import { type ApplyFileDto, ApplyService, parseApplyFile } from '@app/apply';
import { AppConfig, SecretBox } from '@app/platform';
import type { TestServer } from './test-server.js';

/** Applies a whole file. The server notices within a second. */
export async function applyFile(
  server: TestServer,
  file: object,
  secrets: SecretBox = server.get(SecretBox),
): Promise<ApplyFileDto> {
  const service = new ApplyService(server.dataSource, secrets, server.clock, server.get(AppConfig));
  return service.apply(parseApplyFile(JSON.stringify(file)));
}

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ServerProcess } from '../../support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';
import { archiveOf, FIRST_LOGINS } from '../../../sdks/first-login.js';
import { QUICK_STARTS } from '../../support/quick-start.js';

let database: TestDatabase;
let server: ServerProcess;

beforeAll(async () => {
  database = await createMigratedDatabase();
  server = await ServerProcess.start(database.environment);
});
afterAll(async () => {
  await server.kill();
  await database.drop();
});

/** Tests the page for AI assistants that the built server serves. */
it('leads to documents that the server has, and names no secret', async () => {
  const answer = await fetch(`${server.url}/llms.txt`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await answer.text();
  expect(text.startsWith('# Latchkey\n')).toBe(true);
  expect(text.length).toBeLessThan(4000);
  const links = [...text.matchAll(/\]\((\/[^)]+)\)/g)].map(([, path]) => path!);
  expect(links).toContain('/docs/openapi.json');
  for (const { sdk } of FIRST_LOGINS) expect(links).toContain(archiveOf(sdk));
  for (const { file } of QUICK_STARTS) expect(links).toContain(`/docs/quick-start/${file}`);
  for (const path of links) {
    const document = await fetch(server.url + path);
    expect([path, document.status]).toEqual([path, 200]);
    expect((await document.text()).length).toBeGreaterThan(500);
  }
});

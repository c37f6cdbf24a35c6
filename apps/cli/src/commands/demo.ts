import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ApplyService, parseApplyFile } from '@app/apply';
import { CLIENT_ERRORS } from '@app/auth-signature';
import { migrate } from '@app/database';
import { type AppConfig, loadConfig, StartupError, SystemClock } from '@app/platform';
import { withContext } from '../context.js';
import { type Credentials, DemoClient } from '../demo/demo-client.js';
import { DEMO_APPLICATION, demoFile, demoNames } from '../demo/demo-file.js';
import { walkCard, walkPaojiaoyun, walkRemote, walkSoftware, walkTrial, walkUser } from '../demo/walks.js';

const SERVER_NOTICES_WITHIN_MS = 2000;
const RETRY_MS = 250;

/** `latchkey demo`: applies a small file, then calls every part of the client API on the running server. */
export async function demo(): Promise<void> {
  const names = demoNames();
  await requireServer(loadConfig());
  const { credentials, url } = await withContext({}, async ({ config, dataSource, secrets }) => {
    await migrate(dataSource);
    const service = new ApplyService(dataSource, secrets, new SystemClock(), config);
    const { applications } = await service.apply(parseApplyFile(JSON.stringify(demoFile(names))));
    return { credentials: applications[0] as Credentials, url: baseUrl(config) };
  });
  console.log(`Application "${DEMO_APPLICATION}"`);
  for (const name of ['app_key', 'app_secret', 'public_key', 'key_id'] as const) {
    console.log(`  ${name.padEnd(10)} ${credentials[name]}`);
  }

  const client = new DemoClient(url, credentials);
  await untilKnown(client);
  await walkCard(client, names);
  await walkRemote(client, names);
  await walkSoftware(client);
  await walkUser(client, names);
  await walkTrial(client, names);
  await walkPaojiaoyun(client, names);
  console.log(
    '\nEvery call returned code 0. A client in any language that signs the same strings will work.',
  );
}

/** Waits until the running server notices the new application. */
async function untilKnown(client: DemoClient): Promise<void> {
  for (let waited = 0; waited <= SERVER_NOTICES_WITHIN_MS; waited += RETRY_MS) {
    if ((await client.codeOf('/software/notice')) !== CLIENT_ERRORS.SOFTWARE_UNKNOWN.code) return;
    await setTimeout(RETRY_MS);
  }
  throw new StartupError(
    'The server does not have the demo application. Check that the server and this command ' +
      'use the same DATABASE_URL or DATA_DIR.',
  );
}

async function requireServer(config: AppConfig): Promise<void> {
  const url = baseUrl(config);
  const health: unknown = await fetch(`${url}/health/live`)
    .then((answer) => answer.json())
    .catch(() => undefined);
  if (!isDeepStrictEqual(health, { status: 'ok' })) {
    throw new StartupError(
      `No Latchkey server responds at ${url}. Start it with npm start, or set HOST and PORT to the server’s values.`,
    );
  }
}

function baseUrl({ http }: AppConfig): string {
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${http.port}`;
}

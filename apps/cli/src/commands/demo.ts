import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { ApplyService, parseApplyFile } from '@app/apply';
import { canonicalString, CLIENT_API_PREFIX, CLIENT_ERRORS, type Envelope, sign } from '@app/auth-signature';
import { migrate } from '@app/database';
import { type AppConfig, StartupError, SystemClock, toSeconds } from '@app/platform';
import { withContext } from '../context.js';

const CARD = 'DEMO-CARD-0001';
const DEVICE = 'demo-device';

const DEMO_FILE = {
  applications: [
    {
      name: 'Latchkey demo',
      sign_mode: 'md5',
      card_types: [{ name: 'Demo month', duration: { unit: 'months', amount: 1 } }],
      cards: [{ card: CARD, card_type: 'Demo month', config: '{"greeting":"hello"}' }],
    },
  ],
};

const SERVER_NOTICES_WITHIN_MS = 2000;
const RETRY_MS = 250;

interface Application {
  app_key: string;
  app_secret: string;
}

/** `latchkey demo`: applies a small file, then shows every step of a client's life against the running server. */
export async function demo(): Promise<void> {
  const { application, url } = await withContext(async ({ config, dataSource, secrets }) => {
    await requireServer(config);
    await migrate(dataSource);
    const service = new ApplyService(dataSource, secrets, new SystemClock());
    const { applications } = await service.apply(parseApplyFile(JSON.stringify(DEMO_FILE)));
    return { application: applications[0] as Application, url: baseUrl(config) };
  });
  console.log(`Application "${DEMO_FILE.applications[0]!.name}"`);
  console.log(`  app_key    ${application.app_key}\n  app_secret ${application.app_secret}`);

  await untilKnown(url, application);
  const login = await call(url, application, 'POST', '/card/login', { card: CARD, device_id: DEVICE });
  const token = String(login.result!.token);
  await call(url, application, 'POST', '/card/heartbeat', { card: CARD, token });
  await call(url, application, 'GET', '/card/config', { card: CARD });
  await call(url, application, 'POST', '/card/logout', { card: CARD, token });
  console.log(
    '\nEvery call was answered with code 0. A client in any language that makes the same strings will work.',
  );
}

/** Signs and sends one request, and prints all that an integrator wants to compare. */
async function call(
  url: string,
  application: Application,
  method: 'GET' | 'POST',
  path: string,
  parameters: Record<string, string>,
): Promise<Envelope> {
  const { signed, canonical, signature } = signRequest(application, parameters);
  console.log(`\n${method} ${CLIENT_API_PREFIX}${path}`);
  console.log(`  canonical string  ${canonical}`);
  console.log(`  sign              md5(canonical string + app_secret) = ${signature}`);
  const answer = await send(url, method, path, signed);
  console.log(`  answer            ${JSON.stringify(answer)}`);
  if (answer.code !== 0) throw new StartupError(`The server refused it: ${answer.code} ${answer.message}`);
  return answer;
}

function signRequest({ app_key, app_secret }: Application, parameters: Record<string, string>) {
  const timestamp = String(toSeconds(new SystemClock().now()));
  const all = { ...parameters, app_key, timestamp, nonce: randomUUID() };
  const canonical = canonicalString(new Map(Object.entries(all)));
  const signature = sign(canonical, app_secret, 'md5');
  return { signed: { ...all, sign: signature }, canonical, signature };
}

async function send(
  url: string,
  method: string,
  path: string,
  signed: Record<string, string>,
): Promise<Envelope> {
  const target = `${url}${CLIENT_API_PREFIX}${path}`;
  const form = new URLSearchParams(signed);
  const response =
    method === 'GET'
      ? await fetch(`${target}?${form.toString()}`)
      : await fetch(target, { method, body: form });
  return (await response.json()) as Envelope;
}

/** A running server takes a moment to notice an application that is new. */
async function untilKnown(url: string, application: Application): Promise<void> {
  for (let waited = 0; waited <= SERVER_NOTICES_WITHIN_MS; waited += RETRY_MS) {
    const { signed } = signRequest(application, { card: CARD });
    const answer = await send(url, 'GET', '/card/config', signed);
    if (answer.code !== CLIENT_ERRORS.SOFTWARE_UNKNOWN.code) return;
    await setTimeout(RETRY_MS);
  }
  throw new StartupError(
    'The server does not know the demo application. Does it run on the same DATABASE_URL or DATA_DIR?',
  );
}

async function requireServer(config: AppConfig): Promise<void> {
  try {
    await fetch(`${baseUrl(config)}/health/live`);
  } catch {
    throw new StartupError(`No server answers at ${baseUrl(config)}. Start it with: npm start`);
  }
}

function baseUrl({ http }: AppConfig): string {
  const host = http.host === '0.0.0.0' || http.host === '::' ? '127.0.0.1' : http.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${http.port}`;
}

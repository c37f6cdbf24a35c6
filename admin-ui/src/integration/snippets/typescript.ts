import type { Snippet } from './snippet';

const IMPORTS = { md5: 'createHash', 'hmac-sha256': 'createHmac' };
const DIGESTS = {
  md5: `createHash('md5').update(text + APP_SECRET).digest('hex')`,
  'hmac-sha256': `createHmac('sha256', APP_SECRET).update(text).digest('hex')`,
};

export const typescript: Snippet = {
  id: 'typescript',
  name: 'TypeScript',
  fileName: 'latchkey.mts',
  write: ({ server, appKey, appSecret, card, signMode }) => `// Node.js 22.18 or later: node latchkey.mts
import { ${IMPORTS[signMode]}, randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const SERVER = '${server}';
const APP_KEY = '${appKey}';
const APP_SECRET = '${appSecret}';
const CARD = '${card}';
const DEVICE_ID = hostname();

/** Sorted by name, joined by &, with the values as they are. */
function sign(parameters: Record<string, string>): string {
  const names = Object.keys(parameters).sort();
  const text = names.map((name) => \`\${name}=\${parameters[name]}\`).join('&');
  return ${DIGESTS[signMode]};
}

async function call<Result>(path: string, given: Record<string, string>): Promise<Result> {
  const parameters = {
    ...given,
    app_key: APP_KEY,
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomUUID(),
  };
  const response = await fetch(\`\${SERVER}/api/client/v1\${path}\`, {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, sign: sign(parameters) }),
  });
  const { code, message, result } = (await response.json()) as { code: number; message: string; result: Result };
  if (code !== 0) throw new Error(\`\${code}: \${message}\`);
  return result;
}

interface Login {
  token: string;
  expires: string;
  hg: number;
}

const { token, expires, hg } = await call<Login>('/card/login', { card: CARD, device_id: DEVICE_ID });
console.log(\`Signed in; the card expires at \${expires}\`);

// Without heartbeats the session ends.
for (;;) {
  await sleep(hg * 1000);
  const session = await call<Pick<Login, 'expires'>>('/card/heartbeat', { card: CARD, token });
  console.log(\`Alive; the card expires at \${session.expires}\`);
}
`,
};

import type { Snippet } from './snippet';

const IMPORTS = { md5: 'createHash', 'hmac-sha256': 'createHmac', 'hmac-sha256-path': 'createHmac' };
const BY_KEY = ['createHash', 'createPublicKey', 'randomBytes', 'verify'];
const HMAC = `createHmac('sha256', APP_SECRET).update(text).digest('hex')`;
const DIGESTS = {
  md5: `createHash('md5').update(text + APP_SECRET).digest('hex')`,
  'hmac-sha256': HMAC,
  'hmac-sha256-path': HMAC,
};

const ESCAPED = `
/** Returns lines of name=value, sorted by name. Line ends and = within names and values are escaped. */
function linesOf(values: Record<string, string | number>): string[] {
  return Object.keys(values).sort().map((name) => \`\${escaped(name)}=\${escaped(String(values[name]))}\`);
}

function escaped(text: string): string {
  return text.replace(/[%=\\r\\n]/g, (character) => encodeURIComponent(character));
}
`;

const SIGN = `/** Signs the parameters: sorted by name, joined by &, with raw values. */
function sign(parameters: Record<string, string>): string {
  const names = Object.keys(parameters).sort();
  const text = names.map((name) => \`\${name}=\${parameters[name]}\`).join('&');`;

const SIGN_WITH_PATH = `/** Signs a text of lines: the method, the path and the parameters. */
function sign(path: string, parameters: Record<string, string>): string {
  const text = ['latchkey-request-v1', 'POST', path, ...linesOf(parameters)].join('\\n');`;

const VERIFY = `
/** Returns a nonce that the server accepts only with these parameters, so the answer belongs to them. */
function boundNonce(path: string, parameters: Record<string, string>): string {
  const random = randomBytes(9).toString('base64url');
  const text = ['latchkey-nonce-v1', 'POST', path, random, ...linesOf(parameters)].join('\\n');
  return \`b1.\${random}.\${createHash('sha256').update(text).digest('base64url').slice(0, 20)}\`;
}

/** Throws an error if this is not the server's answer to this request. */
function verifyAnswer(path: string, nonce: string, answer: Answer<object>): void {
  const { code, message, result, errs, time, kid, sign } = answer;
  const head = ['latchkey-answer-v1', 'POST', path, escaped(nonce), time, code, escaped(message)];
  const text = [...head, ...linesOf({ ...(result ?? errs) })].join('\\n');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: PUBLIC_KEYS[kid] }, format: 'jwk' });
  if (!verify(null, Buffer.from(text), key, Buffer.from(sign, 'base64url'))) throw new Error('forged answer');
}
`;

export const typescript: Snippet = {
  id: 'javascript',
  name: 'TypeScript',
  fileName: 'latchkey.mts',
  verifies: true,
  write: ({ server, appKey, appSecret, card, signMode, key }) => `// Node.js 22.18 or later: node latchkey.mts
import { ${[...new Set([IMPORTS[signMode], ...(key ? BY_KEY : ['randomUUID'])])].join(', ')} } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const SERVER = '${server}';
const APP_KEY = '${appKey}';
const APP_SECRET = '${appSecret}';${
    key
      ? `
/** Public keys by key id. While a key is rotated, the program needs both keys. */
const PUBLIC_KEYS: Record<string, string> = { '${key.keyId}': '${key.publicKey}' };`
      : ''
  }
const CARD = '${card}';
const DEVICE_ID = hostname();

${signMode === 'hmac-sha256-path' ? SIGN_WITH_PATH : SIGN}
  return ${DIGESTS[signMode]};
}
${signMode === 'hmac-sha256-path' || key ? ESCAPED : ''}${key ? VERIFY : ''}
interface Answer<Result> {
  code: number;
  message: string;
  result: Result;${key ? '\n  errs?: Record<string, string>;\n  time: number;\n  kid: string;\n  sign: string;' : ''}
}

async function call<Result extends object>(endpoint: string, given: Record<string, string>): Promise<Result> {
  const path = \`/api/client/v1\${endpoint}\`;
  const ${key ? 'asked' : 'parameters'} = {
    ...given,
    app_key: APP_KEY,
    timestamp: String(Math.floor(Date.now() / 1000)),
${key ? '' : '    nonce: randomUUID(),\n'}  };
${key ? '  const parameters = { ...asked, nonce: boundNonce(path, asked) };\n' : ''}  const response = await fetch(\`\${SERVER}\${path}\`, {
    method: 'POST',
    body: new URLSearchParams({ ...parameters, sign: sign(${signMode === 'hmac-sha256-path' ? 'path, ' : ''}parameters) }),
  });
  const answer = (await response.json()) as Answer<Result>;
${key ? '  verifyAnswer(path, parameters.nonce, answer);\n' : ''}  const { code, message, result } = answer;
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

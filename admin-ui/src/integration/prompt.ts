import type { SnippetSdk, SnippetValues } from './snippets';

interface PromptOptions {
  /** Name of the programming language. */
  language: string;
  /** A program that works once the secret has been inserted. */
  program: string;
  values: SnippetValues;
  /** The SDK that the program uses, if any. */
  sdk?: SnippetSdk | undefined;
  /** True if the program verifies answers signed with the application's private key. */
  verifies?: boolean | undefined;
}

const SIGNING = {
  md5: 'the MD5, in hexadecimal, of that text with the secret appended',
  'hmac-sha256': 'the HMAC-SHA256 in hexadecimal of that text, with the secret as the key',
  'hmac-sha256-path':
    'the HMAC-SHA256 in hexadecimal, with the secret as the key, of the lines latchkey-request-v1, method, path and name=value for each sorted parameter',
};

/**
 * Returns a prompt for an AI assistant that writes a client. The prompt is in English, like the documents that it
 * links to.
 * @param options values with a placeholder instead of the secret
 */
export function promptOf({ language, program, values, sdk, verifies = false }: PromptOptions): string {
  return `Add licence checks by Latchkey, a licence-card server, to my program in ${language}.

${sdk ? rulesWithSdk(values, sdk) : rulesWithoutSdk(values, verifies)}

This program works. ${sdk ? 'Fit it into my program' : 'Keep its signing code, and fit the rest into my program'}:

\`\`\`
${program.trimEnd()}
\`\`\`
`;
}

function rulesWithSdk(
  { server, appKey, appSecret }: SnippetValues,
  { archive, install }: SnippetSdk,
): string {
  return `Rules:
- Use the SDK of my server. README.md in ${server}${archive} lists the SDK's methods, events and errors. These commands install the SDK:

\`\`\`
${install(server)}
\`\`\`

- My app_key is ${appKey}. The app_secret is not in this prompt: use the placeholder ${appSecret}, and do not ask me for it.
- Nothing is licensed until a login has returned a session: never continue after a failed login. If the server refuses a request, show the user the refusal's text for customers.
- Before and during each piece of work, not only at the start, check whether the kept session is licensed. Close the kept session when the program ends; this logs out.
- Never block the thread of the user interface: neither with a login nor in an event handler.

More about the server: ${server}/llms.txt.`;
}

function rulesWithoutSdk(
  { server, appKey, appSecret, signMode, key }: SnippetValues,
  verifies: boolean,
): string {
  const how = verifies
    ? ', as the program below does'
    : `. The program below does not verify answers yet: add this, as "Signed answers" in ${server}/docs/protocol.md describes`;
  return `Rules of the protocol:
- The base address is ${server}/api/client/v1. My app_key is ${appKey}. The app_secret is not in this prompt: use the placeholder ${appSecret}, and do not ask me for it.
- Parameters are flat texts in the query or the body. Each request has app_key, timestamp (Unix seconds), a new nonce, and sign.
- To sign a request, take all parameters except sign, with raw values. Sort them by name, byte by byte, and join them as name=value with &. sign is ${SIGNING[signMode]}.
- An answer is JSON with code, message and result. Code 0 means success. With any other code, show the message to the user.
${key ? `- Answers are signed with Ed25519: verify them with the public key ${key.publicKey} (kid ${key.keyId})${how}.\n` : ''}- A missing answer is not a refusal: tolerate it for three heartbeats, then stop. After HTTP 429 or 503, wait as long as Retry-After says.

Endpoints:
- POST /card/login with card and device_id: result.token, result.expires, result.hg (seconds between heartbeats). device_id must always be the same on a device, and has at most 128 characters.
- POST /card/heartbeat with card and token, every hg seconds; without heartbeats the session ends. Code 10214 means that the session has ended: log in again once, with bind_device=0, so that this login does not bind a device that the customer has unbound.
- POST /card/logout with card and token, when the program ends.

Read on if you can: ${server}/llms.txt, ${server}/docs/protocol.md, ${server}/docs/openapi.json.`;
}

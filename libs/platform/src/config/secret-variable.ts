/** Prefixes of the environment variables that a file for `latchkey apply` may refer to, by the kind of secret. */
export const SECRET_PREFIXES = {
  channel_key: 'CHANNEL_KEY_',
  channel_secret: 'CHANNEL_SECRET_',
  webhook_secret: 'WEBHOOK_SECRET_',
  notifier_secret: 'NOTIFIER_SECRET_',
};

export type FileSecret = keyof typeof SECRET_PREFIXES;

/** True if a variable with this name may contain this kind of secret. A file cannot refer to any other variable. */
export function isSecretVariable(name: string, secret: FileSecret): boolean {
  const prefix = SECRET_PREFIXES[secret];
  return name.startsWith(prefix) && /^[A-Z0-9_]{1,50}$/.test(name.slice(prefix.length));
}

/** Returns the secret in an environment variable, or `undefined` if it is not set. */
export function readSecretVariable(
  name: string,
  secret: FileSecret,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return isSecretVariable(name, secret) ? environment[name] : undefined;
}

const NAME = /^CHANNEL_KEY_[A-Z0-9_]{1,50}$/;

/** True for the name of an environment variable with the key of a channel: no file can ask for any other variable. */
export function isChannelKeyName(name: string): boolean {
  return NAME.test(name);
}

/** Returns the key of a channel from the environment, or `undefined` if the variable is not set. */
export function readChannelKey(
  name: string,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  return isChannelKeyName(name) ? environment[name] : undefined;
}

/** Returns an environment variable that a file names; undefined if it is not set. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}

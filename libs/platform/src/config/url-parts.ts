const MAX_PORT = 65_535;

/** @throws Error if `text` is not a port. The message does not contain the text, since it may be part of a password */
export function requirePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > MAX_PORT) throw new Error(`has an invalid port: it must be from 1 to ${MAX_PORT}`);
  return port;
}

/** @throws Error if a user name or password cannot be decoded */
export function requireDecodable(text: string): void {
  try {
    decodeURIComponent(text);
  } catch (error) {
    throw new Error('has a % in its user name or password that is not part of an escape: write % as %25', {
      cause: error,
    });
  }
}

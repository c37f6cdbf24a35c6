import type { Answer, Parameters, SignedClient } from './signed-client.js';

let addresses = 0;

/** Returns an address that no client has used before. */
export function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses % 256}`;
}

/** Sends a signed request from another address, to a server with `TRUST_PROXY: 'loopback'`. */
export function sendFrom(
  address: string,
  client: SignedClient,
  path: string,
  parameters: Parameters,
  method: 'GET' | 'POST' | 'DELETE' = 'POST',
): Promise<Answer> {
  const signed = client.sign(parameters, method, path);
  const from = { 'x-forwarded-for': address };
  if (method === 'POST') {
    return client.request(method, path, JSON.stringify(signed), {
      'content-type': 'application/json',
      ...from,
    });
  }
  const query = new URLSearchParams(signed as Record<string, string>).toString();
  return client.request(method, `${path}?${query}`, undefined, from);
}

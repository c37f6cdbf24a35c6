import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Returns the response in progress on a connection of an HTTP server, if any. */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- Node's own property; Node's `clientError` handler reads it
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}

import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

interface Connection {
  headers: IncomingHttpHeaders;
  /** What Express makes of the socket and, behind a trusted proxy, of `X-Forwarded-For`. */
  ip?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** The address a request came from. Behind a trusted proxy Express gives whatever text stands in `X-Forwarded-For`. */
export function clientAddress(request: Connection): string {
  const { headers, socket } = request;
  // Express looks for the header too, and takes longer to say that there is none.
  const forwarded = headers['x-forwarded-for'] === undefined ? undefined : addressIn(request.ip);
  return forwarded ?? addressIn(socket.remoteAddress) ?? '';
}

function addressIn(text = ''): string | undefined {
  const [address] = text.split('%', 1) as [string];
  return isIP(address) === 0 ? undefined : address;
}

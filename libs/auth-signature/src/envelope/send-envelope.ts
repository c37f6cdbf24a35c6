import type { ServerResponse } from 'node:http';
import type { Envelope } from './envelope.js';

/** Sends an answer of the client API. Pages of any site may read the answer, since answers never depend on cookies. */
export function sendEnvelope(response: ServerResponse, status: number, envelope: Envelope): void {
  const text = JSON.stringify(envelope);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'access-control-allow-origin': '*',
  });
  response.end(text);
}

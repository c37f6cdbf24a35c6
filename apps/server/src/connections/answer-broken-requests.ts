import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { currentResponse } from './current-response.js';

type Answer = readonly [status: number, reason: string, message: string];

const BROKEN: Answer = [400, 'Bad Request', 'the request is not valid HTTP'];
const ANSWERS: Record<string, Answer> = {
  HPE_HEADER_OVERFLOW: [
    413,
    'Payload Too Large',
    'the request is too large: address and headers may have 16 KiB',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload Too Large', 'the request is too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'the request took too long to arrive'],
};

/**
 * Answers malformed or incomplete HTTP requests. It is not known yet which API a request is for, so the response has
 * the fields of both the client API and the admin API. Then closes the connection, since the start of the next request
 * cannot be determined.
 */
export function answerBrokenRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    // This response must not be appended to a partially sent response.
    if (!socket.writable || currentResponse(socket)?.headersSent) return void socket.destroy();
    const [status, reason, message] = ANSWERS[error.code ?? ''] ?? BROKEN;
    const body = JSON.stringify({ statusCode: status, code: status, message, nonce: '', sign: '' });
    const head = [
      `HTTP/1.1 ${status} ${reason}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    socket.destroySoon();
  });
}

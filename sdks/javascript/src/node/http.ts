import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { HttpOutcome, HttpRequest } from '../core/platform.js';

const MAX_HEADER_BYTES = 16_384;

/** Plain words for the codes of Node; certificates have many more. */
const CAUSES: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was cut off',
  EPIPE: 'the connection was cut off',
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the name could not be looked up',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'the network cannot be reached',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is of another host',
};

function causeOf({ code = '', name }: NodeJS.ErrnoException): string {
  if (Object.hasOwn(CAUSES, code)) return CAUSES[code]!;
  if (/CERT|SIGNATURE/.test(code)) return `the certificate is not trusted (${code})`;
  if (/SSL|TLS/.test(code)) return `no secure connection (${code})`;
  if (code.startsWith('HPE_')) return 'the answer is not HTTP';
  return `no connection (${code || name})`;
}

/** Sends a request on a separate connection, so that no idle connection and no rest of an earlier answer remains. */
export function send({ method, url, body, timeoutMs, maxBytes }: HttpRequest): Promise<HttpOutcome> {
  return new Promise((resolve) => {
    let connected = false;
    const end = (outcome: HttpOutcome) => {
      clearTimeout(timer);
      request?.destroy();
      resolve(outcome);
    };
    const fail = (detail: string, failed: 'network' | 'untrusted' = 'network') =>
      end({ failed, detail, connected });
    const timer = setTimeout(() => fail('no answer in time'), timeoutMs);
    let request: ClientRequest | undefined;
    try {
      const target = new URL(url);
      const isTls = target.protocol === 'https:';
      const headers = {
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(body !== undefined && {
          'content-type': 'application/x-www-form-urlencoded',
          'content-length': Buffer.byteLength(body),
        }),
      };
      const options = {
        method,
        headers,
        agent: false,
        maxHeaderSize: MAX_HEADER_BYTES,
        // Node 20 and later give up each address but the last after 250 ms, which is too short for slow networks. Node
        // 18 tries only the first address; its option to try several can crash the program.
        autoSelectFamilyAttemptTimeout: Math.ceil(timeoutMs / 4),
      };
      const hear = (response: IncomingMessage) => read(response, maxBytes, end, fail);
      request = isTls ? requestHttps(target, options, hear) : requestHttp(target, options, hear);
      request.on('socket', (socket) => {
        socket.once(isTls ? 'secureConnect' : 'connect', () => (connected = true));
      });
      request.on('error', (error: NodeJS.ErrnoException) => fail(causeOf(error)));
      request.end(body);
    } catch (error) {
      fail(`no connection (${(error as Error).name})`);
    }
  });
}

function read(
  response: IncomingMessage,
  maxBytes: number,
  end: (outcome: HttpOutcome) => void,
  fail: (detail: string, failed?: 'network' | 'untrusted') => void,
): void {
  const { statusCode = 0, headers } = response;
  const { 'content-encoding': encoding = 'identity', date, 'retry-after': retryAfter } = headers;
  if (encoding.toLowerCase() !== 'identity') {
    fail('the answer is compressed, although nobody asked for that', 'untrusted');
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > maxBytes) fail(`the answer is larger than ${maxBytes} bytes`, 'untrusted');
  });
  response.on('error', () => fail('the connection was cut off'));
  response.on('end', () => {
    if (!response.complete) {
      fail('the connection was cut off');
      return;
    }
    let body: string;
    try {
      body = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
    } catch {
      fail('the answer is not UTF-8', 'untrusted');
      return;
    }
    end({ status: statusCode, body, date, retryAfter });
  });
}

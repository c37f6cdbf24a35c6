import { Injectable } from '@nestjs/common';
import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { abortable } from '../abortable.js';
import { AppConfig } from '../config/load-config.js';
import { errorCode } from '../error-message.js';
import { type AddressFault, OutgoingRules } from './outgoing-rules.js';
import { hostOf } from './outgoing-url.js';
import { Resolver } from './resolver.js';

/** Maximum duration of a request in milliseconds, from resolving the host name to the end of the answer. */
const OUTGOING_TIMEOUT_MS = 15_000;
/** Maximum number of bytes read from an answer; the connection is then closed. */
const ANSWER_MAX_BYTES = 2048;

/** Reasons why a request had no complete answer. */
export type OutgoingFault =
  AddressFault | 'unresolved' | 'timed_out' | 'refused' | 'certificate' | 'bad_answer' | 'broken';

/** A request that got no complete answer. The message is for people, and contains no internal address. */
export class OutgoingError extends Error {
  constructor(readonly fault: OutgoingFault) {
    super(WORDS[fault]);
  }
}

const WORDS: Record<OutgoingFault, string> = {
  not_a_url: 'The address is not a URL',
  not_http: 'The address must begin with https:// or http://',
  with_credentials: 'The address must not contain a user name or password',
  not_public: 'The host is not a public address; the setting OUTGOING_ALLOW can allow it',
  unresolved: 'The host name cannot be resolved',
  timed_out: 'No complete answer within the time limit',
  refused: 'The connection was refused',
  certificate: 'The TLS connection failed, for example because the certificate is not valid for this host',
  bad_answer: 'The answer is not valid HTTP',
  broken: 'The connection broke before the answer was complete',
};

export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer, of any status. Redirects are not followed. */
export interface OutgoingAnswer {
  readonly status: number;
  /** The header `Retry-After`. */
  readonly retryAfter: string | undefined;
  /** At most the first 2 KiB. */
  readonly body: string;
}

/**
 * Sends HTTP requests to addresses that people entered, but not to the server's own network. The host is resolved once.
 * All its addresses must be public or allowed by `OUTGOING_ALLOW`, and the connection is made to one of these checked
 * addresses. A name server therefore cannot return a different address for the connection.
 */
@Injectable()
export class OutgoingHttp {
  private readonly rules: OutgoingRules;
  /** A property, so that tests can change the timeout. */
  protected readonly timeoutMs: number = OUTGOING_TIMEOUT_MS;

  constructor(
    { outgoing }: AppConfig,
    private readonly resolver: Resolver,
  ) {
    this.rules = new OutgoingRules(outgoing);
  }

  /** Returns the reason why no request can be sent to an address, as far as it is known without resolving the host. */
  faultOf(text: string): AddressFault | undefined {
    return this.rules.faultOf(text);
  }

  /**
   * Sends a POST request.
   * @param stop aborts the request
   * @throws OutgoingError
   */
  async post(request: OutgoingRequest, stop?: AbortSignal): Promise<OutgoingAnswer> {
    const fault = this.faultOf(request.url);
    if (fault) throw new OutgoingError(fault);
    const url = new URL(request.url);
    const timeout = AbortSignal.timeout(this.timeoutMs);
    const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
    try {
      const addresses = await abortable(this.addressesOf(hostOf(url)), signal);
      return await abortable(send(url, request, addresses, signal), signal);
    } catch (error) {
      throw error instanceof OutgoingError ? error : new OutgoingError(faultIn(error, timeout));
    }
  }

  /** @throws OutgoingError */
  private async addressesOf(host: string): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const isInternal = this.rules.allowsName(host);
    const found = await this.resolver.resolve(host, isInternal).catch(() => []);
    if (found.length === 0) throw new OutgoingError('unresolved');
    if (!isInternal && !found.every(({ address }) => this.rules.allowsAddress(address)))
      throw new OutgoingError('not_public');
    return found;
  }
}

/** Sends the request to one of the given addresses, without resolving the host again. */
function send(
  url: URL,
  { headers, body }: OutgoingRequest,
  addresses: readonly LookupAddress[],
  signal: AbortSignal,
): Promise<OutgoingAnswer> {
  const lookup: LookupFunction = (_host, { all }, found) => {
    const [first] = addresses;
    if (all === true) found(null, [...addresses]);
    else found(null, first!.address, first!.family);
  };
  const open = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // A shared agent could reuse another request's connection to this host. The address of that connection was not
    // checked for this request.
    const sent = open(url, { method: 'POST', headers, lookup, agent: false, signal });
    let hasAnswer = false;
    sent.on('error', reject);
    // Node closes the connection without an error when the server switches protocols.
    sent.on('close', () => {
      if (!hasAnswer) reject(new OutgoingError('broken'));
    });
    sent.on('response', (response) => {
      hasAnswer = true;
      readAnswer(response)
        .then(resolve, reject)
        .finally(() => sent.destroy());
    });
    sent.end(body);
  });
}

async function readAnswer(response: IncomingMessage): Promise<OutgoingAnswer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= ANSWER_MAX_BYTES) break;
  }
  return {
    status: response.statusCode!,
    retryAfter: response.headers['retry-after'],
    body: new TextDecoder().decode(Buffer.concat(chunks).subarray(0, ANSWER_MAX_BYTES)),
  };
}

function faultIn(error: unknown, timeout: AbortSignal): OutgoingFault {
  if (timeout.aborted) return 'timed_out';
  const code = errorCode(error);
  if (code === 'ECONNREFUSED') return 'refused';
  if (code.startsWith('HPE_')) return 'bad_answer';
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || CERTIFICATE.test(code))
    return 'certificate';
  return 'broken';
}

const CERTIFICATE = /CERT|SIGNATURE|ISSUER|^EPROTO$|HOSTNAME_MISMATCH/;

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Claims } from './ticket.js';
import type { SentRequest } from './answer-verifier.js';

interface Signs {
  md5: string;
  'hmac-sha256': string;
}

/** A request as sent over the wire. */
export interface Sent {
  query?: string;
  content_type?: string;
  body?: string;
}

interface KeyAnswer {
  code: number;
  message: string;
  result?: Record<string, string | number>;
  errs?: Record<string, string>;
  time?: number;
  kid?: string;
  sign?: string;
}

interface Ticket {
  name: string;
  note?: string;
  device_id: string;
  /** The client's clock in epoch seconds. */
  now: number;
  ticket: string;
}

interface Vectors {
  app_key: string;
  app_secret: string;
  /** Epoch seconds. */
  server_time: number;
  requests: {
    name: string;
    method: string;
    path: string;
    parameters: Record<string, string>;
    signed_text: string;
    sign: Signs;
    sent_in_md5_mode: Sent[];
  }[];
  refused: ({ name: string; code: number; method: string; path: string } & Sent)[];
  answers: {
    name: string;
    note?: string;
    code: number;
    message: string;
    result?: Record<string, string | number>;
    nonce: string;
    signed_text: string;
    sign: Signs;
  }[];
  /** Responses that are correctly signed but must be refused. */
  refused_answers: Vectors['answers'];
  /** Signed by `hmac-sha256-path`. */
  path_requests: {
    name: string;
    method: string;
    path: string;
    parameters: Record<string, string>;
    signed_text: string;
    sign: string;
    sent: Sent[];
  }[];
  refused_path_requests: Vectors['refused'];
  /** Requests of unchanged clients of 泡椒云. */
  paojiaoyun_requests: {
    name: string;
    method: 'GET' | 'POST';
    host: string;
    path: string;
    parameters: Record<string, string>;
    signed_text: string;
    sign: string;
    sent: Sent[];
  }[];
  refused_paojiaoyun_requests: (Vectors['refused'][number] & { host: string })[];
  paojiaoyun_answers: {
    name: string;
    /** Nonce of the last answer that the client accepted. */
    previous_nonce: string | null;
    answer: KeyAnswer & { nonce?: string };
    accepted: boolean;
  }[];
  bound_nonces: {
    name: string;
    method: string;
    path: string;
    /** The nonce's random part. */
    random: string;
    /** The parameters of the request, including the nonce. */
    parameters: Record<string, string>;
    /** The text whose digest the nonce contains. */
    text: string;
  }[];
  refused_bound_nonces: Omit<Vectors['bound_nonces'][number], 'random' | 'text'>[];
  /** The key that signs `key_answers`. */
  key: { signing_key: string; public_key: string; key_id: string };
  key_answers: { name: string; request: SentRequest; answer: KeyAnswer; signed_text: string }[];
  refused_key_answers: Omit<Vectors['key_answers'][number], 'signed_text'>[];
  /** Signed by `key`. */
  tickets: (Ticket & { claims: Claims })[];
  refused_tickets: Ticket[];
}

/** The test vectors for client developers, from docs/test-vectors.json. */
export const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/test-vectors.json'), 'utf8'),
) as Vectors;

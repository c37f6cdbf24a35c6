import type { Awaitable } from './steps.js';

/** A request to send. */
export interface HttpRequest {
  method: string;
  url: string;
  /** Form fields; absent for a GET request. */
  body: string | undefined;
  timeoutMs: number;
  /** Maximum size of an answer, in bytes. */
  maxBytes: number;
}

/** An answer with any status, or the reason why there is none. */
export type HttpOutcome =
  | { status: number; body: string; date: string | undefined; retryAfter: string | undefined }
  | {
      /** `untrusted` if there is an answer that is too large or not UTF-8. */
      failed: 'network' | 'untrusted';
      /** False if the request cannot have reached the server. */
      connected: boolean;
      detail: string;
    };

/** A value that identifies the device, and the name of its source in sdks/conformance/README.md. */
export interface DeviceSource {
  source: string;
  value: string;
}

/**
 * Texts that are stored between runs of the program, by name. Both functions may fail. The SDK then continues without a
 * store, except that it can neither use a random device id nor keep a ticket.
 */
export interface Store {
  read(name: string): Awaitable<string | undefined | null>;
  write(name: string, text: string): Awaitable<void>;
  /** Like `write`, but keeps a text that is stored already. Of two programs that start at the same time, the first wins. */
  writeNew?(name: string, text: string): Awaitable<void>;
}

/** Functions that the platform must provide to the core. Texts are encoded as UTF-8 before hashing. */
export interface Platform {
  /** SHA-256 in base64url. */
  sha256(text: string): Awaitable<string>;
  /** SHA-256 of bytes in base64url. */
  sha256Bytes(bytes: number[]): Awaitable<string>;
  /** HMAC-SHA256 in hexadecimal. */
  hmacSha256(secret: string, text: string): Awaitable<string>;
  /** MD5 in hexadecimal; absent on platforms without MD5. */
  md5?(text: string): Awaitable<string>;
  /** Verifies an Ed25519 signature; key and signature are bytes. Returns false for any invalid input. */
  verify(publicKey: number[], text: string, signature: number[]): Awaitable<boolean>;
  /** Random bytes that nobody can guess. */
  random(count: number): ArrayLike<number>;
  /** The device's clock in milliseconds. */
  now(): number;
  /** A monotonic clock in milliseconds. */
  monotonic(): number;
  /** Sends a request. It checks TLS certificates, follows no redirects and stores no cookies. */
  send(request: HttpRequest): Awaitable<HttpOutcome>;
  /** Returns a value that identifies the device; `undefined` if there is none. */
  device(): Awaitable<DeviceSource | undefined>;
}

import type { Awaitable } from './steps.js';

/** A request as it goes out. */
export interface HttpRequest {
  method: string;
  url: string;
  /** A form; queries have none. */
  body: string | undefined;
  timeoutMs: number;
  /** Bytes that an answer may have at most. */
  maxBytes: number;
}

/** An answer with any status, or the reason that there is none. */
export type HttpOutcome =
  | { status: number; body: string; date: string | undefined; retryAfter: string | undefined }
  | {
      /** `untrusted` if there is an answer that is too large or no UTF-8. */
      failed: 'network' | 'untrusted';
      /** False if the request cannot have reached the server. */
      connected: boolean;
      detail: string;
    };

/** A value that identifies the device, and its source as README.md names it. */
export interface DeviceSource {
  source: string;
  value: string;
}

/** Texts that outlive the program, by name. Both may fail; the SDK goes on without. */
export interface Store {
  read(name: string): Awaitable<string | undefined | null>;
  write(name: string, text: string): Awaitable<void>;
}

/** Functions that the platform must provide to the core. Texts are digested as UTF-8. */
export interface Platform {
  /** SHA-256 in base64url. */
  sha256(text: string): Awaitable<string>;
  /** SHA-256 of bytes in base64url. */
  sha256Bytes(bytes: number[]): Awaitable<string>;
  /** HMAC-SHA256 in hexadecimal. */
  hmacSha256(secret: string, text: string): Awaitable<string>;
  /** MD5 in hexadecimal; missing where there is none. */
  md5?(text: string): Awaitable<string>;
  /** Verifies by Ed25519; key and signature are bytes. False for whatever is wrong. */
  verify(publicKey: number[], text: string, signature: number[]): Awaitable<boolean>;
  /** Random bytes that nobody can guess. */
  random(count: number): ArrayLike<number>;
  /** The device's clock in milliseconds. */
  now(): number;
  /** A clock in milliseconds that nobody sets. */
  monotonic(): number;
  /** Sends a request: TLS certificates are checked, no redirect is followed, no cookie is kept. */
  send(request: HttpRequest): Awaitable<HttpOutcome>;
  /** Finds what identifies the device; `undefined` if nothing does. */
  device(): Awaitable<DeviceSource | undefined>;
}

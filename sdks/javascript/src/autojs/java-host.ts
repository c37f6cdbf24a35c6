import type { Host } from '../autojs.js';
import type { HttpOutcome, HttpRequest } from '../core/platform.js';
import { utf8Bytes, utf8Text } from '../core/text.js';

/** Java's objects in Rhino. TypeScript does not know their members. */
interface Java {
  (...args: unknown[]): Java;
  new (...args: unknown[]): Java;
  readonly [member: string]: Java;
}

// Globals of the engine: Java's packages, and the Android context and storages of Auto.js.
declare const Packages: Java;
declare const java: Java;
declare const context: Java | undefined;
declare const storages: {
  create(name: string): { get(key: string): unknown; put(key: string, value: string): void };
};

const BUFFER_BYTES = 8192;

/** The host of Auto.js, AutoX and every other Rhino. */
export function javaHost(): Host {
  const javaBytes = (bytes: ArrayLike<number>): Java => {
    const array = java.lang!.reflect!.Array!.newInstance!(java.lang!.Byte!.TYPE, bytes.length);
    for (let i = 0; i < bytes.length; i++) {
      const signed = bytes[i]! > 127 ? bytes[i]! - 256 : bytes[i]!;
      java.lang!.reflect!.Array!.setByte!(array, i, signed);
    }
    return array;
  };
  const plain = (bytes: Java | ArrayLike<number>): number[] => {
    const list = bytes as ArrayLike<number>;
    const numbers: number[] = [];
    for (let i = 0; i < list.length; i++) numbers.push(list[i]! & 255);
    return numbers;
  };
  const digest = (name: string, bytes: number[]) =>
    plain(java.security!.MessageDigest!.getInstance!(name).digest!(javaBytes(bytes)));
  return {
    sha256: (bytes) => digest('SHA-256', bytes),
    md5: (bytes) => digest('MD5', bytes),
    hmacSha256(key, bytes) {
      const { crypto } = (Packages as unknown as { javax: { crypto: Java } }).javax;
      const mac = crypto.Mac!.getInstance!('HmacSHA256');
      mac.init!(new crypto.spec!.SecretKeySpec!(javaBytes(key), 'HmacSHA256'));
      return plain(mac.doFinal!(javaBytes(bytes)));
    },
    random(count) {
      const bytes = javaBytes(
        new Array<number>(count).join('0').split('').concat('0').slice(0, count).map(Number),
      );
      new java.security!.SecureRandom!().nextBytes!(bytes);
      return plain(bytes);
    },
    now: () => Date.now(),
    monotonic: () => Number(java.lang!.System!.nanoTime!()) / 1e6,
    send: (request) => send(request, javaBytes, plain),
    device() {
      if (typeof context === 'undefined') return undefined;
      const settings = (Packages as unknown as { android: Java }).android.provider!.Settings!.Secure!;
      const id = settings.getString!(context.getContentResolver!(), 'android_id') as unknown;
      return id ? { source: 'android-id', value: String(id) } : undefined;
    },
    store(appKey) {
      const storage = storages.create(`latchkey.${appKey}`);
      return {
        read: (name) => {
          const text = storage.get(name);
          return typeof text === 'string' ? text : undefined;
        },
        write: (name, text) => storage.put(name, text),
      };
    },
  };
}

/** Plain words for an exception of Java. The exception's own text may contain the address with the request. */
function causeOf(thrown: unknown, connected: boolean): string {
  const text = String(thrown);
  if (text.indexOf('UnknownHostException') >= 0) return 'unknown host name';
  if (text.indexOf('SocketTimeoutException') >= 0) return 'no answer in time';
  if (text.indexOf('SSL') >= 0 || text.indexOf('Certificate') >= 0) return 'the certificate is not trusted';
  if (text.indexOf('ConnectException') >= 0) return 'connection refused';
  return connected ? 'the connection was cut off' : 'no connection';
}

/** Sends with Java's own client, which checks certificates. */
function send(
  { method, url, body, timeoutMs, maxBytes }: HttpRequest,
  javaBytes: (bytes: ArrayLike<number>) => Java,
  plain: (bytes: Java) => number[],
): HttpOutcome {
  const deadline = Date.now() + timeoutMs;
  const form = body === undefined ? undefined : utf8Bytes(body);
  let connected = false;
  let connection: Java | undefined;
  const failed = (detail: string, why: 'network' | 'untrusted' = 'network'): HttpOutcome => ({
    failed: why,
    connected,
    detail,
  });
  try {
    connection = new java.net!.URL!(url).openConnection!();
    connection.setInstanceFollowRedirects!(false);
    connection.setUseCaches!(false);
    connection.setConnectTimeout!(timeoutMs);
    connection.setReadTimeout!(timeoutMs);
    connection.setRequestMethod!(method);
    connection.setRequestProperty!('Accept-Encoding', 'identity');
    connection.setRequestProperty!('Connection', 'close');
    if (form) {
      connection.setDoOutput!(true);
      // Java never repeats a streamed body by itself. The repeated request would have the same nonce.
      connection.setFixedLengthStreamingMode!(form.length);
      connection.setRequestProperty!('Content-Type', 'application/x-www-form-urlencoded');
    }
    connection.connect!();
    connected = true;
    if (form) {
      const output = connection.getOutputStream!();
      output.write!(javaBytes(form));
      output.close!();
    }
    const status = Number(connection.getResponseCode!());
    const encoding = connection.getContentEncoding!() as unknown;
    if (encoding && String(encoding) !== 'identity') return failed('the answer is compressed', 'untrusted');
    const input = status >= 400 ? connection.getErrorStream!() : connection.getInputStream!();
    const bytes: number[] = [];
    const buffer = javaBytes(new Array<number>(BUFFER_BYTES).join('0').split('').map(Number));
    for (;;) {
      const count = input ? Number(input.read!(buffer)) : -1;
      if (count < 0) break;
      const chunk = plain(buffer);
      for (let i = 0; i < count; i++) bytes.push(chunk[i]!);
      if (bytes.length > maxBytes) return failed('the answer is too large', 'untrusted');
      if (Date.now() > deadline) return failed('no answer in time');
    }
    const text = utf8Text(bytes);
    if (text === undefined) return failed('the answer is not UTF-8', 'untrusted');
    const header = (name: string): string | undefined => {
      const value = connection!.getHeaderField!(name) as unknown;
      return value ? String(value) : undefined;
    };
    return { status, body: text, date: header('Date'), retryAfter: header('Retry-After') };
  } catch (thrown) {
    // Java throws this instead of returning an answer with the status 401, since it cannot repeat a streamed body.
    if (String(thrown).indexOf('HttpRetryException') >= 0) return failed('it asks for a login', 'untrusted');
    return failed(causeOf(thrown, connected));
  } finally {
    if (connection) connection.disconnect!();
  }
}

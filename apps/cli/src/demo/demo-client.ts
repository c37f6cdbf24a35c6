import { createPublicKey, randomUUID, verify } from 'node:crypto';
import {
  answerText,
  canonicalString,
  CLIENT_API_PREFIX,
  type Envelope,
  joinSorted,
  sign,
} from '@app/auth-signature';
import { StartupError, SystemClock, toSeconds } from '@app/platform';

type Method = 'GET' | 'POST' | 'DELETE';
type Parameters = Record<string, string>;

export interface Credentials {
  app_key: string;
  app_secret: string;
  public_key: string;
  key_id: string;
}

/**
 * An API client that prints signed texts, signatures and responses. Integrators can compare them with those of their
 * own clients.
 */
export class DemoClient {
  private readonly clock = new SystemClock();

  constructor(
    private readonly url: string,
    private readonly credentials: Credentials,
  ) {}

  /**
   * Signs, sends and prints one request.
   * @throws StartupError when the answer has a code other than 0, or a signature that is wrong
   */
  async call(method: Method, path: string, parameters: Parameters = {}): Promise<Envelope> {
    const { signed, canonical, signature } = this.sign(parameters);
    console.log(`\n${method} ${CLIENT_API_PREFIX}${path}`);
    console.log(`  canonical string  ${canonical}`);
    console.log(`  sign              md5(canonical string + app_secret) = ${signature}`);
    const answer = await this.send(method, CLIENT_API_PREFIX + path, signed);
    console.log(`  answer            ${JSON.stringify(answer)}`);
    console.log(`  signed by         ${this.verifiedKeyOf(answer, method, path, signed.nonce)}`);
    return requireSuccess(answer);
  }

  /**
   * Sends a request as a client of 泡椒云 does: its signed text begins with method, host and path, followed by the
   * parameters.
   * @param path the whole path, such as `/v1/card/login`
   */
  async callAsPaojiaoyun(method: Method, path: string, parameters: Parameters = {}): Promise<Envelope> {
    const { signed, canonical, signature } = this.sign(parameters, method + new URL(this.url).host + path);
    console.log(`\n${method} ${path}`);
    console.log(`  signed text       ${canonical}`);
    console.log(`  sign              md5(signed text + app_secret) = ${signature}`);
    const answer = await this.send(method, path, signed);
    console.log(`  answer            ${JSON.stringify(answer)}`);
    console.log(`  signed by         ${this.verifiedDigestOf(answer)}`);
    return requireSuccess(answer);
  }

  /** Verifies the answer to this request and returns the id of the key that signed it. */
  private verifiedKeyOf(answer: Envelope, method: Method, path: string, nonce: string): string {
    const { code, message, result, errs, time = 0, kid, sign = '' } = answer;
    const sent = { method, path: `${CLIENT_API_PREFIX}${path}`, nonce };
    const text = answerText({ ...sent, time, code, message, members: result ?? errs ?? {} });
    const { key_id, public_key: x } = this.credentials;
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    if (kid === key_id && verify(null, Buffer.from(text), key, Buffer.from(sign, 'base64url'))) return kid;
    throw new StartupError('The answer is not signed by the key of the application');
  }

  /** Verifies an answer that is signed with the application's secret and returns the name of the digest algorithm. */
  private verifiedDigestOf({ code, message, result = {}, nonce, sign: given }: Envelope): string {
    const text = `${code}${message}${joinSorted(Object.entries(result))}${nonce}`;
    if (given === sign(text, this.credentials.app_secret, 'md5')) return 'md5';
    throw new StartupError('The answer is not signed by the secret of the application');
  }

  /** Sends a request without printing it and returns the code of the answer. */
  async codeOf(path: string): Promise<number> {
    return (await this.send('GET', CLIENT_API_PREFIX + path, this.sign({}).signed)).code;
  }

  /** @param before the part of the signed text that comes before the parameters */
  private sign(parameters: Parameters, before = '') {
    const { app_key, app_secret } = this.credentials;
    const timestamp = String(toSeconds(this.clock.now()));
    const all = { ...parameters, app_key, timestamp, nonce: randomUUID() };
    const canonical = before + canonicalString(new Map(Object.entries(all)));
    const signature = sign(canonical, app_secret, 'md5');
    return { signed: { ...all, sign: signature }, canonical, signature };
  }

  private async send(method: Method, path: string, signed: Parameters): Promise<Envelope> {
    const target = `${this.url}${path}`;
    const form = new URLSearchParams(signed);
    const response =
      method === 'POST'
        ? await fetch(target, { method, body: form })
        : await fetch(`${target}?${form.toString()}`, { method });
    return (await response.json()) as Envelope;
  }
}

function requireSuccess(answer: Envelope): Envelope {
  if (answer.code === 0) return answer;
  throw new StartupError(`The server refused the request: ${answer.code} ${answer.message}`);
}

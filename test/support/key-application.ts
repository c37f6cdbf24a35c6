import type { ApplicationDto } from '@app/apply';
import { AnswerVerifier } from './answer-verifier.js';
import { type Answer, type Encoding, type Parameters, SignedClient } from './signed-client.js';
import type { ApplicationFile, TestServer } from './test-server.js';

/** An answer with the request that it answers. */
export interface Exchange {
  method: string;
  path: string;
  nonce: string;
  answer: Answer;
  /** True if a client that trusts the application's current key accepts it as the answer to the request. */
  accepted: boolean;
}

const FILE: ApplicationFile = {
  sign_mode: 'hmac-sha256-path',
  response_signature: 'ed25519',
  card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 }, max_devices: 0, max_sessions: 0 }],
  cards: ['C1', 'C2', 'C3'].map((card) => ({ card, card_type: 'Month' })),
  variables: [{ key: '值', value: 'a=b%\r\nc' }],
};

/** An application that signs answers with its key, and a client that verifies them. */
export class KeyApplication {
  private constructor(
    readonly file: ApplicationDto,
    readonly client: SignedClient,
    readonly verifier: AnswerVerifier,
  ) {}

  static async create(server: TestServer, settings: ApplicationFile): Promise<KeyApplication> {
    const file = await server.apply({ ...FILE, ...settings });
    const { app_key, app_secret, sign_mode, key_id, public_key } = file;
    const credentials = { app_key: app_key!, app_secret: app_secret!, sign_mode: sign_mode! };
    const client = new SignedClient(server.url, credentials, server.clock);
    return new KeyApplication(file, client, new AnswerVerifier({ [key_id!]: public_key! }));
  }

  /** Sends a signed request and verifies its answer. Given common parameters take precedence. */
  async ask(
    method: string,
    path: string,
    parameters: Parameters = {},
    encoding: Encoding = method === 'POST' ? 'form' : 'query',
  ): Promise<Exchange> {
    const all = this.client.sign(parameters, method, path);
    const answer = await this.client.send(method, path, all, encoding);
    return this.verified(method, path, String(all.nonce), answer);
  }

  verified(method: string, path: string, nonce: string, answer: Answer): Exchange {
    const sent = { method, path: `/api/client/v1${path}`, nonce };
    return { ...sent, answer, accepted: this.verifier.accepts(sent, answer.text) };
  }
}

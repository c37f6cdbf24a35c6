import type { ApplicationDto } from '@app/apply';
import { type Body, PaojiaoyunClient } from './paojiaoyun-client.js';
import { SignedClient } from './signed-client.js';
import type { ApplicationFile, TestServer } from './test-server.js';

export const HOST = 'api.example.com';

const FILE: ApplicationFile = {
  compat: 'paojiaoyun',
  card_types: [{ name: 'Month', duration: { unit: 'days', amount: 30 }, max_devices: 0, max_sessions: 0 }],
  cards: ['C1', 'C2', 'C3', 'C4'].map((card) => ({ card, card_type: 'Month' })),
};

/** An application that moved from 泡椒云, with a client of that service and a client of the contract. */
export class PaojiaoyunApplication {
  private static count = 0;

  private constructor(
    private readonly server: TestServer,
    readonly file: ApplicationDto,
    readonly client: PaojiaoyunClient,
    readonly contract: SignedClient,
  ) {}

  static async create(server: TestServer, settings: ApplicationFile = {}): Promise<PaojiaoyunApplication> {
    const name = `Moved ${++PaojiaoyunApplication.count}`;
    const file = await server.apply({ name, ...FILE, ...settings });
    const credentials = { app_key: file.app_key!, app_secret: file.app_secret! };
    const contract = { ...credentials, sign_mode: file.sign_mode! };
    return new PaojiaoyunApplication(
      server,
      file,
      new PaojiaoyunClient(server.url, HOST, credentials, server.clock),
      new SignedClient(server.url, contract, server.clock),
    );
  }

  /** Returns another client of the application, which has not received an answer yet. */
  newClient(host = HOST, body: Body = 'form'): PaojiaoyunClient {
    return new PaojiaoyunClient(this.server.url, host, this.client.credentials, this.server.clock, body);
  }

  /** Changes settings of the application. */
  async configure(settings: ApplicationFile): Promise<void> {
    await this.server.apply({ name: this.file.name, ...settings });
  }
}

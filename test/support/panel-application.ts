import { SystemClock } from '@app/platform';
import type { AdminClient } from './admin-client.js';
import { eventually } from './server-process.js';
import { SignedClient } from './signed-client.js';

interface Made {
  id: number;
  rowVersion: number;
}

/** An application created through the admin API, with a client of it. */
export class PanelApplication {
  private constructor(
    private readonly api: AdminClient,
    readonly id: number,
    readonly client: SignedClient,
  ) {}

  static async create(api: AdminClient, name: string, settings: object = {}): Promise<PanelApplication> {
    const { id } = await api.create<Made>('/applications', { name, ...settings });
    return PanelApplication.existing(api, id);
  }

  /** Returns an existing application. */
  static async existing(api: AdminClient, id: number): Promise<PanelApplication> {
    const { body } = await api.post<{ appKey: string; appSecret: string }>(
      `/applications/${id}/reveal-secret`,
    );
    const { appKey, appSecret } = body;
    const { signMode } = (await api.get<{ signMode: 'md5' | 'hmac-sha256' }>(`/applications/${id}`)).body;
    const credentials = { app_key: appKey, app_secret: appSecret, sign_mode: signMode };
    return new PanelApplication(api, id, new SignedClient(api.url, credentials, new SystemClock()));
  }

  /** Creates a record that belongs to the application. */
  add(resource: string, record: object): Promise<Made & Record<string, unknown>> {
    return this.api.create(`/${resource}`, { applicationId: this.id, ...record });
  }

  /** Generates cards, waits for them and returns their keys, the first created first. */
  async generate(cardTypeId: number, count: number, more: object = {}): Promise<string[]> {
    const job = await this.api.post('/card-jobs/generate', {
      applicationId: this.id,
      cardTypeId,
      count,
      ...more,
    });
    const id = Number(job.body.id);
    await eventually(async () => {
      const { status } = (await this.api.get<{ status: string }>(`/card-jobs/${id}`)).body;
      return status === 'done' || undefined;
    });
    const { body } = await this.api.list<{ card: string }>('/cards', {
      filter: { applicationId: this.id, cardTypeId },
      sort: ['id', 'ASC'],
      range: [0, count - 1],
    });
    return body.map(({ card }) => card);
  }

  async login(card: string, deviceId: string): Promise<{ code: number; token: string }> {
    const { code, result } = await this.client.post('/card/login', { card, device_id: deviceId });
    return { code, token: String(result?.token) };
  }

  async heartbeat(card: string, token: string): Promise<number> {
    return (await this.client.post('/card/heartbeat', { card, token })).code;
  }
}

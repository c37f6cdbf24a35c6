import { expect } from '@jest/globals';
import { Session, Trial } from '@app/database';
import { CardApplication, type CardApplicationFile } from './card-application.js';
import type { Answer } from './signed-client.js';
import type { TestServer } from './test-server.js';

/**
 * A separate application on a test server with one trial of an hour per device, and methods that call the trial
 * endpoints.
 */
export class TrialApplication {
  private constructor(
    readonly server: TestServer,
    /** The same application for card calls. */
    readonly ofCards: CardApplication,
  ) {}

  static async create(server: TestServer, file: CardApplicationFile = {}): Promise<TrialApplication> {
    const settings = { trial: 'once', trial_minutes: 60, ...file.settings };
    return new TrialApplication(server, await CardApplication.create(server, { ...file, settings }));
  }

  login(device_id = 'D1'): Promise<Answer> {
    return this.ofCards.client.post('/trial/login', { device_id });
  }

  /** Logs in and returns the token; fails when the server refuses. */
  async open(device_id = 'D1'): Promise<string> {
    const { code, result } = await this.login(device_id);
    expect(code).toBe(0);
    return String(result!.token);
  }

  /** @param token if omitted, the client sends no token */
  heartbeat(token?: string, device_id = 'D1'): Promise<Answer> {
    return this.ofCards.client.post('/trial/heartbeat', { device_id, ...(token !== undefined && { token }) });
  }

  logout(token: string, device_id = 'D1'): Promise<Answer> {
    return this.ofCards.client.post('/trial/logout', { device_id, token });
  }

  /** Returns the trials of all devices of the application, in the order of their first trials. */
  async rows(): Promise<Pick<Trial, keyof Trial>[]> {
    const { applicationId } = await this.ofCards.row();
    return this.server.dataSource
      .getRepository(Trial)
      .find({ where: { applicationId }, order: { id: 'ASC' } });
  }

  /** Returns every session of the application's trials, ended ones included, in the order they were opened. */
  async sessions(): Promise<Pick<Session, keyof Session>[]> {
    const { applicationId } = await this.ofCards.row();
    return this.server.dataSource
      .getRepository(Session)
      .find({ where: { applicationId, holderKind: 'trial' }, order: { id: 'ASC' } });
  }
}

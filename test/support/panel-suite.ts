import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import type { DataSource } from 'typeorm';
import type { Role } from '@app/database';
import { AdminClient } from './admin-client.js';
import { newAccount } from './admin-fixtures.js';
import { withTestDataSource } from './open-data-source.js';
import { PanelBrowser, Visitor } from './panel-browser.js';
import { eventually, ServerProcess } from './server-process.js';
import { createMigratedDatabase, type TestDatabase } from './test-database.js';

/** The built server with the built panel and a browser, for one suite. */
export class PanelSuite {
  server!: ServerProcess;
  /** The owner's client of the admin API, to act without the panel. */
  api!: AdminClient;
  private browser!: PanelBrowser;
  private database!: TestDatabase;
  private visitors: Visitor[] = [];
  private tabs: Visitor[] = [];
  private staying: Visitor | undefined;

  /** @param environment further settings of the server as environment variables */
  constructor(private readonly environment: Record<string, string> = {}) {
    beforeAll(async () => {
      this.database = await createMigratedDatabase();
      this.server = await ServerProcess.start(this.settings);
      this.api = await AdminClient.owner(this.server);
      this.browser = await PanelBrowser.launch();
    });
    afterEach(async () => {
      const present = [...this.visitors, ...this.tabs, ...(this.staying ? [this.staying] : [])];
      const complaints = present.flatMap((visitor) => visitor.complaints.splice(0));
      for (const visitor of this.visitors) await this.browser.release(visitor);
      this.visitors = [];
      this.tabs = [];
      expect(complaints).toEqual([]);
    });
    afterAll(async () => {
      await this.browser?.close();
      await this.server?.stop();
      await this.database?.drop();
    });
  }

  private get settings(): Record<string, string> {
    // Tests must not depend on how busy the machine is.
    return { DATABASE_WAIT_SECONDS: '60', ...this.database.environment, ...this.environment };
  }

  /** Starts the server again after a stop, on the same port. */
  async restart(): Promise<void> {
    this.server = await ServerProcess.start({ ...this.settings, PORT: new URL(this.server.url).port });
  }

  /**
   * Makes responses to bulk actions wait for the end of the job. On a busy machine a job takes longer than the server
   * waits, and the panel then opens the job's page.
   */
  async awaitBulkJobs({ page }: Visitor): Promise<void> {
    await page.route('**/card-jobs/bulk', async (route) => {
      const response = await route.fetch();
      const { id } = (await response.json()) as { id: number };
      const json = await eventually(async () => {
        const { body } = await this.api.get<{ status: string }>(`/card-jobs/${id}`);
        return ['queued', 'running'].includes(body.status) ? undefined : body;
      });
      await route.fulfill({ response, json });
    });
  }

  /** Connects to the server's database while `work` runs, for example to insert rows with past times. */
  withDatabase<T>(work: (dataSource: DataSource) => Promise<T>): Promise<T> {
    return withTestDataSource(this.database.environment, work);
  }

  /** Opens the panel's first page as a new visitor; it is closed at the end of the test. */
  visit(options?: BrowserContextOptions): Promise<Visitor> {
    return this.come(options);
  }

  /** Opens the panel as the owner, already signed in. */
  owner(options?: BrowserContextOptions): Promise<Visitor> {
    return this.come(options, this.api.sessionCookie);
  }

  /** Opens the panel and signs in as a new administrator with exactly these applications. */
  async admin(role: Role, applicationIds: number[]): Promise<Visitor> {
    const visitor = await this.visit();
    await visitor.signIn(await newAccount(this.api, role, applicationIds));
    return visitor;
  }

  /** Opens another, empty tab of a visitor's browser. */
  async newTab(of: Visitor): Promise<Visitor> {
    const tab = new Visitor(await of.page.context().newPage(), this.server.url);
    this.tabs.push(tab);
    return tab;
  }

  /** Ends the owner's sessions, except the session that `api` and `owner` use. */
  async endSessions(): Promise<void> {
    const { body } = await this.api.get<{ id: number; current: boolean }[]>('/auth/sessions');
    for (const { id, current } of body) if (!current) await this.api.delete(`/auth/sessions/${id}`);
  }

  /**
   * Opens the panel as the owner, once for all tests of the suite, since opening takes much longer than most steps of a
   * test. The panel is as the previous test left it.
   */
  async stayingOwner(): Promise<Visitor> {
    this.staying ??= await this.browser.visit(this.server.url, undefined, this.api.sessionCookie);
    return this.staying;
  }

  private async come(options?: BrowserContextOptions, session?: string): Promise<Visitor> {
    const visitor = await this.browser.visit(this.server.url, options, session);
    this.visitors.push(visitor);
    return visitor;
  }
}

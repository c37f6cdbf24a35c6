import { afterAll, beforeAll } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { getDataSourceToken } from '@nestjs/typeorm';
import { Test } from '@nestjs/testing';
import type { DataSource } from 'typeorm';
import type { ApplicationDto } from '@app/apply';
import { ApplicationDirectory } from '@app/applications';
import { EnvelopeAdapter } from '@app/auth-signature';
import { ScheduledJobs } from '@app/cluster';
import { Application } from '@app/database';
import { Clock, HashCost, loadConfig } from '@app/platform';
import { AppModule } from '../../apps/server/src/app.module.js';
import { APP_OPTIONS, configureApp } from '../../apps/server/src/configure-app.js';
import { __resetOutOfContextForTests as forgetLogger } from '../../node_modules/nestjs-pino/dist/esm/PinoLogger.js';
import { OWNER } from './admin-client.js';
import { applyFile } from './apply-file.js';
import { FakeClock } from './fake-clock.js';
import { REDIS_URL } from './private-redis.js';
import { SignedClient } from './signed-client.js';
import { createMigratedDatabase, type TestDatabase } from './test-database.js';

/** An application's entry in a file; tests may omit `name`. */
export type ApplicationFile = Record<string, unknown>;

/** The cost of password hashes in production, for suites in which the duration of a hash matters. */
export const REAL_COST = new HashCost();
/** With `REAL_COST`, password hashes would take a seventh of the suites' CPU time. */
const LOW_COST = new HashCost(64, 1);

/**
 * The real server with a real port and a separate, migrated database. Only two things are replaced: the clock, which
 * tests move, and the cost of password hashes.
 */
export class TestServer {
  database!: TestDatabase;
  private environment!: Record<string, string>;
  private app!: NestExpressApplication;
  private constructor(
    readonly clock = new FakeClock(),
    private readonly hashCost = LOW_COST,
  ) {}

  /**
   * Registers the start and the stop of a server before and after the tests of the suite or `describe` block.
   * @param environment further settings as environment variables
   * @param hashCost `REAL_COST` if the suite depends on the duration of password hashes
   */
  static forSuite(environment: Record<string, string> = {}, hashCost = LOW_COST): TestServer {
    const server = new TestServer(undefined, hashCost);
    beforeAll(() => server.begin(environment));
    afterAll(() => server.stop());
    return server;
  }

  /**
   * @param environment further settings as environment variables
   * @param existing an existing database to use; it is removed with the server
   */
  static async start(environment: Record<string, string> = {}, existing?: TestDatabase): Promise<TestServer> {
    const server = new TestServer();
    await server.begin(environment, existing);
    return server;
  }

  private async begin(environment: Record<string, string>, existing?: TestDatabase): Promise<void> {
    this.database = existing ?? (await createMigratedDatabase());
    this.environment = {
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      DRAIN_SECONDS: '0',
      // Tests must not depend on how busy the machine is.
      DATABASE_WAIT_SECONDS: '60',
      FUNCTION_TIMEOUT_MS: '60000',
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      ...this.database.environment,
      ...(process.env.TEST_ON_REDIS && { REDIS_URL: REDIS_URL! }),
      ...environment,
    };
    try {
      this.app = await boot(this.environment, this.clock, this.hashCost);
    } catch (error) {
      await this.database.drop();
      throw error;
    }
  }

  /**
   * Starts another server with the same database and clock. Both servers need Redis. The caller must stop the new
   * server first.
   */
  async startAnother(): Promise<TestServer> {
    const another = new TestServer(this.clock, this.hashCost);
    await another.begin(this.environment, { ...this.database, drop: async () => undefined });
    return another;
  }

  get url(): string {
    const { port } = this.app.getHttpServer().address() as { port: number };
    return `http://127.0.0.1:${port}`;
  }

  get dataSource(): DataSource {
    return this.app.get<DataSource>(getDataSourceToken());
  }

  /** Returns a provider of the running server, such as a job to run now. */
  get<T>(token: abstract new (...args: never[]) => T): T {
    return this.app.get<T>(token);
  }

  /** Stops everything that the server does periodically. */
  stopScheduledJobs(): void {
    this.get(ScheduledJobs).stop();
  }

  /** Stops the server gracefully and starts another one on the same database. */
  async restart(): Promise<void> {
    await this.app.close();
    this.app = await boot(this.environment, this.clock, this.hashCost);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.database.drop();
  }

  /**
   * Applies one application of a file, makes the server notice it and returns the resulting state.
   * @param environment with the keys of channels
   */
  async apply(
    application: ApplicationFile,
    environment: Record<string, string> = {},
  ): Promise<ApplicationDto> {
    const file = { applications: [{ name: 'Test', ...application }] };
    const { applications } = await applyFile(this, file, environment);
    await this.get(ApplicationDirectory).refresh();
    return applications[0]!;
  }

  /** Returns a client of an application created by `apply`. */
  async client(application: ApplicationFile): Promise<SignedClient> {
    const { app_key, app_secret, sign_mode } = await this.apply(application);
    return new SignedClient(
      this.url,
      { app_key: app_key!, app_secret: app_secret!, sign_mode: sign_mode! },
      this.clock,
    );
  }

  /** Returns the row of a client's application. */
  applicationOf({ credentials }: SignedClient): Promise<Application> {
    return this.dataSource.getRepository(Application).findOneByOrFail({ appKey: credentials.app_key });
  }
}

async function boot(
  environment: Record<string, string>,
  clock: FakeClock,
  hashCost: HashCost,
): Promise<NestExpressApplication> {
  // A process keeps the logger of its first server. The package has this reset for tests, but does not export it.
  forgetLogger();
  const module = await Test.createTestingModule({ imports: [AppModule.forRoot(loadConfig(environment))] })
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(HashCost)
    .useValue(hashCost)
    .compile();
  const app = configureApp(
    module.createNestApplication<NestExpressApplication>(new EnvelopeAdapter(), APP_OPTIONS),
  );
  try {
    await app.listen(0, '127.0.0.1');
    // A busy machine may send late on a new connection, or on an idle connection that the server is about to close.
    Object.assign(app.getHttpServer() as object, { headersTimeout: 600_000, keepAliveTimeout: 600_000 });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

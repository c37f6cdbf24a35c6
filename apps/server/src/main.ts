import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import cluster from 'node:cluster';
import { type AppConfig, errorMessage, loadConfig, StartupError, StartupQuietLogger } from '@app/platform';
import { EnvelopeAdapter } from '@app/auth-signature';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';
import { Supervisor } from './supervisor.js';

async function main(): Promise<void> {
  const config = loadConfig();
  if (config.processes.workers > 1 && cluster.isPrimary) return Supervisor.start(config);
  return serve(config);
}

async function serve(config: AppConfig): Promise<void> {
  const module = AppModule.forRoot(config);
  const app = configureApp(
    await NestFactory.create<NestExpressApplication>(module, new EnvelopeAdapter(), {
      ...APP_OPTIONS,
      abortOnError: false,
    }),
  );
  await listen(app, config.http);

  const url = await app.getUrl();
  const logger = app.get(StartupQuietLogger);
  const database = config.database.url ? 'MySQL/MariaDB' : `SQLite in ${config.database.dataDir}`;
  const shared = config.database.redisUrl ? ' with Redis' : '';
  logger.log(
    `Latchkey is ready on ${database}${shared}: client API ${url}/api/client/v1, panel ${url}/admin/`,
  );
}

async function listen(app: NestExpressApplication, { host, port }: AppConfig['http']): Promise<void> {
  await app.init();
  try {
    await app.listen(port, host);
  } catch (error) {
    throw new StartupError(`Requests cannot be taken on HOST ${host}, PORT ${port}: ${errorMessage(error)}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});

import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig, StartupError, StartupQuietLogger } from '@app/platform';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';

async function main(): Promise<void> {
  const config = loadConfig();
  const module = AppModule.forRoot(config);
  const app = configureApp(
    await NestFactory.create<NestExpressApplication>(module, { ...APP_OPTIONS, abortOnError: false }),
  );
  await app.listen(config.http.port, config.http.host);

  const url = await app.getUrl();
  const logger = app.get(StartupQuietLogger);
  const database = config.database.url ? 'MySQL/MariaDB' : `SQLite in ${config.database.dataDir}`;
  logger.log(`Latchkey is ready on ${database}: client API ${url}/api/client/v1, panel ${url}/admin/`);
  if (config.database.redisUrl) {
    logger.warn(
      'REDIS_URL is set but not used yet: sessions and nonces are kept in memory, so run one server process',
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartupError ? error.message : error);
  process.exit(1);
});

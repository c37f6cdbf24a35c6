import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  type AppConfig,
  errorMessage,
  parseDatabaseUrl,
  StartupError,
  StartupQuietLogger,
  unknownSettings,
} from '@app/platform';
import { EnvelopeAdapter } from '@app/auth-signature';
import { AppModule } from './app.module.js';
import { APP_OPTIONS, configureApp } from './configure-app.js';
import { freeStartupMemory } from './free-startup-memory.js';

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const stopAtOnce = (): never => process.exit(0);

/**
 * Runs a server in this process.
 * @param accepted descriptions of the weak settings that the operator accepted
 */
export async function serve(config: AppConfig, accepted: string[]): Promise<void> {
  const module = AppModule.forRoot(config);
  // While waiting for the database there is nothing to shut down. A handler is still required, since the first process
  // of a container ignores signals for which it has no handler.
  for (const signal of STOP_SIGNALS) process.on(signal, stopAtOnce);
  const app = configureApp(
    await NestFactory.create<NestExpressApplication>(module, new EnvelopeAdapter(), {
      ...APP_OPTIONS,
      abortOnError: false,
    }),
  );
  for (const signal of STOP_SIGNALS) process.off(signal, stopAtOnce);
  await listen(app, config.http);

  const url = await app.getUrl();
  const logger = app.get(StartupQuietLogger);
  for (const words of unknownSettings()) logger.warn(words);
  for (const weakness of accepted) logger.warn(`Accepted by ACCEPT_WEAK: ${weakness}`);
  if (
    config.database.url !== undefined &&
    parseDatabaseUrl(config.database.url).tls?.rejectUnauthorized === false
  )
    logger.warn('DATABASE_URL has ssl-mode=required, which does not verify the identity of the database');
  const database = config.database.url ? 'MySQL/MariaDB' : `SQLite in ${config.database.dataDir}`;
  const shared = config.database.redisUrl ? ' with Redis' : '';
  logger.log(
    `Latchkey is ready on ${database}${shared}: client API ${url}/api/client/v1, panel ${url}/admin/`,
  );
}

async function listen(app: NestExpressApplication, { host, port }: AppConfig['http']): Promise<void> {
  await app.init();
  freeStartupMemory();
  try {
    await app.listen(port, host);
  } catch (error) {
    throw new StartupError(`Cannot listen on HOST ${host}, PORT ${port}: ${errorMessage(error)}`);
  }
}

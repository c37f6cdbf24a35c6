import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock/clock.js';
import { AppConfig } from './config/load-config.js';
import { loadEncryptionKey } from './crypto/encryption-key.js';
import { SecretBox } from './crypto/secret-box.js';
import { loggerModule } from './logging/logger.module.js';
import { StartupQuietLogger } from './logging/startup-quiet-logger.js';

/** What every module may ask for: the configuration, the clock, the secret box. */
@Global()
@Module({})
export class PlatformModule {
  /** @param busy prefix of the paths that most requests go to, for the log */
  static forRoot(config: AppConfig, busy?: string): DynamicModule {
    return {
      module: PlatformModule,
      imports: [loggerModule(config.logging, busy)],
      providers: [
        { provide: AppConfig, useValue: config },
        StartupQuietLogger,
        { provide: Clock, useClass: SystemClock },
        {
          provide: SecretBox,
          useFactory: () => new SecretBox(loadEncryptionKey(config.security, config.database.dataDir)),
        },
      ],
      exports: [AppConfig, Clock, SecretBox, StartupQuietLogger],
    };
  }
}

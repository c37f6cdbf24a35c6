import { type DynamicModule, Global, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock/clock.js';
import { ClockSteps } from './clock/clock-steps.js';
import { AppConfig } from './config/load-config.js';
import { HashCost } from './crypto/password-hash.js';
import { PasswordWork } from './crypto/password-work.js';
import { OutgoingHttp } from './http/outgoing-http.js';
import { Resolver, SystemResolver } from './http/resolver.js';
import { LimitMetrics } from './metrics/limit-metrics.js';
import { loggerModule } from './logging/logger.module.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { StartupQuietLogger } from './logging/startup-quiet-logger.js';
import { StartupWait } from './startup-wait.js';

/** Provides the services available to every module: configuration, clock, password hashing. */
@Global()
@Module({})
export class PlatformModule {
  /**
   * @param notable path prefixes; a request with such a prefix is added to the log lines that are written while the
   * request is processed
   * @param secretBelow path prefix below which the rest of the path is a secret
   */
  static forRoot(config: AppConfig, notable?: string[], secretBelow?: string): DynamicModule {
    return {
      module: PlatformModule,
      imports: [loggerModule(config.logging, notable, secretBelow)],
      providers: [
        { provide: AppConfig, useValue: config },
        { provide: HashCost, useValue: new HashCost() },
        LimitMetrics,
        OutgoingHttp,
        PasswordWork,
        RequestMetrics,
        StartupQuietLogger,
        StartupWait,
        { provide: Clock, useClass: SystemClock },
        { provide: Resolver, useClass: SystemResolver },
        ClockSteps,
      ],
      exports: [
        AppConfig,
        Clock,
        ClockSteps,
        HashCost,
        LimitMetrics,
        OutgoingHttp,
        PasswordWork,
        RequestMetrics,
        StartupQuietLogger,
        StartupWait,
      ],
    };
  }
}

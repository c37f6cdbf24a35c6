import { Module } from '@nestjs/common';
import { UsageModule } from '@app/usage';
import { SharedRedis } from '@app/cluster';
import { LicensingModule } from '@app/licensing';
import { AppConfig, Clock, LimitMetrics } from '@app/platform';
import { ClientExceptionFilter } from './envelope/client-exception.filter.js';
import { ResponseSigner } from './envelope/response-signer.js';
import { ResponseNonce } from './envelope/response-nonce.js';
import { AddressLimits } from './limits/address-limits.js';
import { PasswordGuesses } from './limits/password-guesses.js';
import { MemoryNonceStore } from './nonce/memory-nonce-store.js';
import { NonceStore } from './nonce/nonce-store.js';
import { RedisNonceStore } from './nonce/redis-nonce-store.js';
import { PingController } from './ping/ping.controller.js';

/** Checks the signature, nonce and limits of each client API request, and signs the answers. */
@Module({
  imports: [UsageModule, LicensingModule],
  controllers: [PingController],
  providers: [
    AddressLimits,
    ClientExceptionFilter,
    PasswordGuesses,
    ResponseSigner,
    ResponseNonce,
    {
      provide: NonceStore,
      inject: [Clock, AppConfig, LimitMetrics, SharedRedis],
      useFactory: (clock: Clock, { limits }: AppConfig, metrics: LimitMetrics, redis?: SharedRedis) =>
        redis
          ? new RedisNonceStore(redis, clock, limits.nonces, metrics)
          : new MemoryNonceStore(clock, limits.nonces, metrics),
    },
  ],
  exports: [
    UsageModule,
    AddressLimits,
    ClientExceptionFilter,
    LicensingModule,
    NonceStore,
    PasswordGuesses,
    ResponseSigner,
  ],
})
export class AuthSignatureModule {}

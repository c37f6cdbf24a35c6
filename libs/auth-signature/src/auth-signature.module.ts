import { Module } from '@nestjs/common';
import { ActivityModule } from '@app/activity';
import { SharedRedis } from '@app/cluster';
import { LicensingModule } from '@app/licensing';
import { AppConfig, Clock, LimitFigures } from '@app/platform';
import { ClientExceptionFilter } from './envelope/client-exception.filter.js';
import { ResponseSigner } from './envelope/response-signer.js';
import { ServerNonce } from './envelope/server-nonce.js';
import { AddressLimits } from './limits/address-limits.js';
import { PasswordGuesses } from './limits/password-guesses.js';
import { MemoryNonceStore } from './nonce/memory-nonce-store.js';
import { NonceStore } from './nonce/nonce-store.js';
import { RedisNonceStore } from './nonce/redis-nonce-store.js';

/**
 * The edge of the client API: checks signatures, nonces and limits, and seals answers.
 */
@Module({
  imports: [ActivityModule, LicensingModule],
  providers: [
    AddressLimits,
    ClientExceptionFilter,
    PasswordGuesses,
    ResponseSigner,
    ServerNonce,
    {
      provide: NonceStore,
      inject: [Clock, AppConfig, LimitFigures, SharedRedis],
      useFactory: (clock: Clock, { limits }: AppConfig, figures: LimitFigures, redis?: SharedRedis) =>
        redis
          ? new RedisNonceStore(redis, clock, limits.nonces, figures)
          : new MemoryNonceStore(clock, limits.nonces, figures),
    },
  ],
  exports: [
    ActivityModule,
    AddressLimits,
    ClientExceptionFilter,
    LicensingModule,
    NonceStore,
    PasswordGuesses,
    ResponseSigner,
  ],
})
export class AuthSignatureModule {}

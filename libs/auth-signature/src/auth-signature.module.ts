import { Module } from '@nestjs/common';
import { ActivityModule } from '@app/activity';
import { SharedRedis } from '@app/cluster';
import { AppConfig, Clock, LimitFigures } from '@app/platform';
import { ApplicationDirectory } from './applications/application-directory.js';
import { BlockDirectory } from './blocks/block-directory.js';
import { ClientExceptionFilter } from './envelope/client-exception.filter.js';
import { ResponseSigner } from './envelope/response-signer.js';
import { ServerNonce } from './envelope/server-nonce.js';
import { AddressLimits } from './limits/address-limits.js';
import { PasswordGuesses } from './limits/password-guesses.js';
import { MemoryNonceStore } from './nonce/memory-nonce-store.js';
import { NonceStore } from './nonce/nonce-store.js';
import { RedisNonceStore } from './nonce/redis-nonce-store.js';

/**
 * What `@ClientApi` controllers need: who the applications are, who is blocked or refused too often, which nonces were seen, how answers
 * are sealed.
 */
@Module({
  imports: [ActivityModule],
  providers: [
    AddressLimits,
    ApplicationDirectory,
    BlockDirectory,
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
    ApplicationDirectory,
    BlockDirectory,
    ClientExceptionFilter,
    PasswordGuesses,
    ResponseSigner,
    NonceStore,
  ],
})
export class AuthSignatureModule {}

import { Module } from '@nestjs/common';
import { ApplicationDirectory } from './applications/application-directory.js';
import { ClientExceptionFilter } from './envelope/client-exception.filter.js';
import { ResponseSigner } from './envelope/response-signer.js';
import { ServerNonce } from './envelope/server-nonce.js';
import { MemoryNonceStore } from './nonce/memory-nonce-store.js';
import { NonceStore } from './nonce/nonce-store.js';

/** What `@ClientApi` controllers need: who the applications are, which nonces were seen, how answers are sealed. */
@Module({
  providers: [
    ApplicationDirectory,
    ClientExceptionFilter,
    ResponseSigner,
    ServerNonce,
    { provide: NonceStore, useClass: MemoryNonceStore },
  ],
  exports: [ApplicationDirectory, ClientExceptionFilter, ResponseSigner, NonceStore],
})
export class AuthSignatureModule {}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ApiToken } from '@app/database';
import { LastUseRecorder } from '@app/platform';
import type { Principal } from '../access/actor.js';
import { ReadQueue } from '../access/read-queue.js';
import { loadToken } from './load-principal.js';
import { hashSecretToken } from './secret-token.js';

/** Authenticates API tokens. */
@Injectable()
export class ApiTokenAuthentication {
  private readonly uses = new LastUseRecorder('an API token', (id, lastUsedAt) =>
    // Does not increase `rowVersion`, since using a token must not cause conflicts with edits.
    this.dataSource.manager.update(ApiToken, { id }, { lastUsedAt, rowVersion: () => 'row_version' }),
  );

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly turns: ReadQueue,
  ) {}

  /** Returns the principal of a valid token, with at most the current permissions of its administrator. */
  async identify(text: string, now: number, ip: string): Promise<Principal | undefined> {
    const tokenHash = hashSecretToken(text);
    const found = await this.turns.identify(ip, tokenHash, () =>
      loadToken(this.dataSource.manager, { tokenHash }, now),
    );
    if (!found) return undefined;
    this.uses.record(found.token.id, found.token.lastUsedAt, now);
    return found.principal;
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ServerState } from '@app/database';
import { Clock, HOUR_MS } from '@app/platform';

const STATE = 'login_refusals_since';

/**
 * Records the time since which refused logins are counted separately from other refusals. Earlier server versions did
 * not count them separately. Without this time, every login in the hours that those versions counted would seem to have
 * been accepted.
 */
@Injectable()
export class LoginRefusals implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const value = String(Math.floor(this.clock.now() / HOUR_MS));
    await this.dataSource.manager
      .createQueryBuilder()
      .insert()
      .into(ServerState)
      .values({ name: STATE, value })
      .orIgnore()
      .execute();
  }

  /** Returns the first hour whose refused logins are counted, in epoch hours. */
  async since(): Promise<number> {
    const { value } = await this.dataSource.manager.findOneByOrFail(ServerState, { name: STATE });
    return Number(value);
  }
}

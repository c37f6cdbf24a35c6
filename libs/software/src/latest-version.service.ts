import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { isAsNewAs, latestVersion, SoftwareVersion } from '@app/database';
import { type ClientCall, RefusalError } from '@app/licensing';
import { toSeconds } from '@app/platform';
import type { LatestVersionResult } from './software.result.js';

/** Finds the highest released version in a release channel, such as `stable`. */
@Injectable()
export class LatestVersionService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns the latest version in a release channel. It is `forced` if the client is older than a released version
   * that is marked as forced.
   * @param current the client's version; if undefined or empty, every released version is newer, and none is forced
   * @throws RefusalError 10304 if the client has the latest version or a higher one, or the channel has no released
   * version
   */
  async get(
    { application, now }: ClientCall,
    channel: string,
    current: string | undefined,
  ): Promise<LatestVersionResult> {
    const versions = this.dataSource.getRepository(SoftwareVersion);
    // The notices are not loaded, since they are long.
    const released = await versions.find({
      select: { id: true, version: true, forced: true },
      where: { applicationId: application.id, channel, released: true },
      order: { id: 'ASC' },
    });
    const latest = latestVersion(released);
    if (!latest || (current && isAsNewAs(current, latest))) {
      throw new RefusalError('ALREADY_LATEST');
    }
    const found = await versions.findOneBy({ id: latest.id });
    // The version was deleted between the two queries; the client will retry.
    if (!found) throw new RefusalError('ALREADY_LATEST');
    const forced = latestVersion(released.filter((row) => row.forced));
    const mustUpdate = Boolean(current) && forced !== undefined && !isAsNewAs(current!, forced);
    return {
      notice: found.notice,
      url: found.url,
      version: found.version,
      server_time: toSeconds(now),
      ...(mustUpdate && { forced: 1 }),
    };
  }
}

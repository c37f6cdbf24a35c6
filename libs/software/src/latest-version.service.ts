import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { SoftwareVersion } from '@app/database';
import { type ClientCall, RefusalError } from '@app/licensing';
import { compareVersions, parseVersion, toSeconds, type Version } from '@app/platform';
import type { LatestVersion } from './software.result.js';

/** Finds the highest released version of a channel. */
@Injectable()
export class LatestVersionService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns the latest version of a channel.
   * @param current the client's version; if undefined or empty, every released version is newer
   * @throws RefusalError 10304 when the client has the latest version or a higher one, or the channel has none
   */
  async get(
    { application, now }: ClientCall,
    channel: string,
    current: string | undefined,
  ): Promise<LatestVersion> {
    const versions = this.dataSource.getRepository(SoftwareVersion);
    // Without the notices, since they are long.
    const released = await versions.find({
      select: { id: true, version: true },
      where: { applicationId: application.id, channel, released: true },
      order: { id: 'ASC' },
    });
    const latest = greatest(released);
    if (!latest || (current && isAsNew(current, latest))) {
      throw new RefusalError('ALREADY_LATEST');
    }
    const found = await versions.findOneBy({ id: latest.id });
    // The version was deleted between the two queries; the client will retry.
    if (!found) throw new RefusalError('ALREADY_LATEST');
    return { notice: found.notice, url: found.url, version: found.version, server_time: toSeconds(now) };
  }
}

type Row = Pick<SoftwareVersion, 'id' | 'version'>;
type Latest = Row & { readonly parsed: Version };

/** True when the client's version is at least the latest one. A version that cannot be compared may still be equal. */
function isAsNew(current: string, { version, parsed }: Latest): boolean {
  const own = parseVersion(current);
  return own ? compareVersions(parsed, own) <= 0 : current === version;
}

function greatest(rows: Row[]): Latest | undefined {
  let best: Latest | undefined;
  for (const { id, version } of rows) {
    const parsed = parseVersion(version);
    if (parsed && (!best || compareVersions(parsed, best.parsed) > 0)) best = { id, version, parsed };
  }
  return best;
}

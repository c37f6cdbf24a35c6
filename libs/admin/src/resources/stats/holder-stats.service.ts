import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import type { Actor } from '../../access/actor.js';
import { addUp } from './add-up.js';
import { selectedApplications, selectedTimeZone } from './selected-applications.js';
import { countExpiring, countStates, countTypes } from './count-from-indexes.js';
import { TtlCache } from './ttl-cache.js';
import type { CardStatsDto, ExpiringQuery, ExpiringStatsDto, StatsQuery } from './stats.dto.js';
import { nextDays } from './time-buckets.js';

const KEEP_MS = 60_000;
const DEFAULT_DAYS = 7;

/** Counts cards and users, using only indexes. */
@Injectable()
export class HolderStats {
  private readonly counted = new TtlCache<number, CardStatsDto>(KEEP_MS);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
  ) {}

  /**
   * Counts cards and users by state and cards by type, at most once a minute per application.
   * @throws AdminError 404
   */
  async cards(actor: Actor, { applicationId }: StatsQuery): Promise<CardStatsDto> {
    const { now } = actor;
    const counts: CardStatsDto[] = [];
    for (const { id } of selectedApplications(this.directory, actor, applicationId)) {
      counts.push(await this.counted.get(id, now, () => this.count(id, now)));
    }
    return addUp(counts, now);
  }

  /**
   * Counts expiring cards and users by day.
   * @throws AdminError 404
   */
  async expiring(actor: Actor, query: ExpiringQuery): Promise<ExpiringStatsDto> {
    const applications = selectedApplications(this.directory, actor, query.applicationId);
    const timeZone = selectedTimeZone(query, applications);
    const edges = nextDays(actor.now, query.days ?? DEFAULT_DAYS, timeZone);
    const days: ExpiringStatsDto['days'] = [];
    for (const [day, at] of edges.slice(0, -1).entries()) {
      const after = Math.max(actor.now, at - 1);
      const upTo = edges[day + 1]! - 1;
      const counts = { at, cards: 0, users: 0 };
      for (const { id } of applications) {
        counts.cards += await countExpiring(this.dataSource, 'cards', id, after, upTo);
        counts.users += await countExpiring(this.dataSource, 'users', id, after, upTo);
      }
      days.push(counts);
    }
    return { timeZone, days };
  }

  private async count(applicationId: number, now: number): Promise<CardStatsDto> {
    const cards = await countStates(this.dataSource, 'cards', applicationId, now);
    const { consumed: _, ...users } = await countStates(this.dataSource, 'users', applicationId, now);
    return { countedAt: now, cards, users, cardTypes: await countTypes(this.dataSource, applicationId) };
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, MoreThanOrEqual } from 'typeorm';
import { ApplicationDirectory, type ClientApplication } from '@app/applications';
import { Anomaly, Card, CardType, Channel, User } from '@app/database';
import { addDays, FigureReader, type FiguresOfDay } from '@app/figures';
import type { Actor } from '../../access/actor.js';
import { maySeePrices } from '../channels/channel.service.js';
import type {
  AnomalyQuery,
  AnomalyStatsDto,
  DaysQuery,
  DayStatsDto,
  IncomeQuery,
  IncomeSplit,
  IncomeStatsDto,
} from './figures.dto.js';
import { groupIncome } from './group-income.js';
import { sumDays } from './sum-days.js';
import { selectedApplications } from './selected-applications.js';

const DEFAULT_DAYS = 30;
const DEFAULT_ANOMALY_DAYS = 7;
const MAX_ANOMALIES = 100;

/** Returns the stored figures of past days, and the current figures of today. */
@Injectable()
export class FigureStats {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
    private readonly figures: FigureReader,
  ) {}

  /**
   * Returns figures by day, without income if the caller may not see prices.
   * @throws AdminError 404
   */
  async days(actor: Actor, { applicationId, days = DEFAULT_DAYS }: DaysQuery): Promise<DayStatsDto> {
    const applications = selectedApplications(this.directory, actor, applicationId);
    const { dates, found } = await this.read(actor, applications, days);
    return {
      timeZone: applicationId === undefined ? null : applications[0]!.timeZone,
      days: sumDays(dates, found, maySeePrices(actor)),
    };
  }

  /**
   * Returns income by day, split by card type or channel.
   * @throws AdminError 404
   */
  async income(
    actor: Actor,
    { applicationId, days = DEFAULT_DAYS, by = 'card_type' }: IncomeQuery,
  ): Promise<IncomeStatsDto> {
    const applications = selectedApplications(this.directory, actor, applicationId);
    const { dates, found } = await this.read(actor, applications, days);
    const groups = groupIncome(dates, found, by);
    const ids = groups.flatMap(({ id }) => (id === null ? [] : [id]));
    const names = await this.namesOf(by, ids);
    return { days: dates, groups: groups.map((group) => nameGroup(group, names)) };
  }

  /**
   * Returns the anomalies of the latest days.
   * @throws AdminError 404
   */
  async anomalies(
    actor: Actor,
    { applicationId, days = DEFAULT_ANOMALY_DAYS }: AnomalyQuery,
  ): Promise<AnomalyStatsDto> {
    const applications = selectedApplications(this.directory, actor, applicationId);
    const found: Anomaly[] = [];
    for (const application of applications) {
      const { day: today } = await this.figures.dayAt(application, actor.now);
      const day = MoreThanOrEqual(addDays(today, 1 - days));
      const where = { applicationId: application.id, day };
      const order = { day: 'DESC', id: 'ASC' } as const;
      found.push(...(await this.dataSource.manager.find(Anomaly, { where, order, take: MAX_ANOMALIES })));
    }
    const shown = found
      .toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
      .slice(0, MAX_ANOMALIES);
    const names = await this.holderNames(shown);
    const nameOf = ({ holderKind, holderId }: Anomaly) => names.get(`${holderKind} ${holderId}`) ?? null;
    return { anomalies: shown.map((anomaly) => Object.assign(anomaly, { holderName: nameOf(anomaly) })) };
  }

  /**
   * Reads the figures of applications for the latest days. If the applications are in different time zones, the last
   * day is the latest of their current dates.
   */
  private async read(
    { now }: Actor,
    applications: readonly ClientApplication[],
    days: number,
  ): Promise<{ dates: string[]; found: FiguresOfDay[] }> {
    const todays: string[] = [];
    for (const application of applications) todays.push((await this.figures.dayAt(application, now)).day);
    const today = todays.toSorted().at(-1);
    if (today === undefined) return { dates: [], found: [] };
    const first = addDays(today, 1 - days);
    const found: FiguresOfDay[] = [];
    for (const application of applications)
      found.push(...(await this.figures.days(application, first, today, now)));
    return { dates: Array.from({ length: days }, (_, i) => addDays(first, i)), found };
  }

  private async namesOf(by: IncomeSplit, ids: readonly number[]): Promise<Map<number, string>> {
    const { manager } = this.dataSource;
    const query = { select: { id: true, name: true }, where: { id: In(ids) } } as const;
    const rows = await (by === 'card_type' ? manager.find(CardType, query) : manager.find(Channel, query));
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  private async holderNames(anomalies: readonly Anomaly[]): Promise<Map<string, string>> {
    const { manager } = this.dataSource;
    const idsOf = (kind: string) =>
      In(anomalies.flatMap(({ holderKind, holderId }) => (holderKind === kind ? [holderId!] : [])));
    const cards = await manager.find(Card, {
      select: { id: true, card: true },
      where: { id: idsOf('card') },
    });
    const users = await manager.find(User, {
      select: { id: true, username: true },
      where: { id: idsOf('user') },
    });
    return new Map([
      ...cards.map(({ id, card }) => [`card ${id}`, card] as const),
      ...users.map(({ id, username }) => [`user ${id}`, username] as const),
    ]);
  }
}

/** Adds the group's name. The card type of the group may have been deleted after the orders. */
function nameGroup(
  group: IncomeStatsDto['groups'][number],
  names: ReadonlyMap<number, string>,
): IncomeStatsDto['groups'][number] {
  if (group.id === null) return group;
  const name = names.get(group.id);
  return name === undefined ? { ...group, kind: 'deleted', id: null } : { ...group, name };
}

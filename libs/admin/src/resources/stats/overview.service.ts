import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { ApplicationDirectory, type ClientApplication } from '@app/applications';
import { CardType } from '@app/database';
import { FigureReader, type Income, moneyOf } from '@app/figures';
import { HOUR_MS, MINUTE_MS } from '@app/platform';
import { LoginRefusals } from '@app/usage';
import type { Actor } from '../../access/actor.js';
import { maySeePrices } from '../channels/channel.service.js';
import { refusalWords } from '../refusals/refusal-words.js';
import { countLiveSessions } from './count-from-indexes.js';
import { countLogins, countOf, overviewCounts } from './overview-counts.js';
import { type OverviewSpan, overviewSpan } from './overview-span.js';
import type { OverviewDto, OverviewQuery, TypeActivationsDto } from './overview.dto.js';
import { readCounts, readSamples } from './read-usage.js';
import { selectedApplications } from './selected-applications.js';
import { bucketOf } from './time-buckets.js';

const HOUR_MINUTES = 60;

/** Computes the key figures of an application for a period that ends now. */
@Injectable()
export class Overview {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
    private readonly figures: FigureReader,
    private readonly loginRefusals: LoginRefusals,
  ) {}

  /** @throws AdminError 404 */
  async get(actor: Actor, { applicationId, period = '7d' }: OverviewQuery): Promise<OverviewDto> {
    const [application] = selectedApplications(this.directory, actor, applicationId);
    const { timeZone } = application!;
    const { now } = actor;
    const span = overviewSpan(now, period, timeZone);
    const { edges, before } = span;
    const since = await this.loginRefusals.since();
    const counted = await this.countsOf(applicationId, edges[0]!, edges.at(-1)!);
    const countedBefore = await this.countsOf(applicationId, before.from, before.to);
    const counts = overviewCounts(edges, counted, since);
    const loginsBefore = countLogins(countedBefore, since);
    const liveNow = await countLiveSessions(this.dataSource, applicationId);
    const peaks = await this.peaksOf(applicationId, edges, liveNow);
    const [peakBefore] = await this.peaksOf(applicationId, [before.from, before.to], 0);
    const income = maySeePrices(actor) ? await this.incomeOf(application!, span, now) : null;
    return {
      timeZone,
      now,
      from: edges[0]!,
      by: span.by,
      beforeFrom: before.from,
      beforeTo: before.to,
      activations: { value: countOf(counted, 'activation'), before: countOf(countedBefore, 'activation') },
      online: { now: liveNow, peak: Math.max(...peaks), before: peakBefore! },
      logins: {
        ...counts.logins,
        acceptedBefore: loginsBefore.accepted,
        refusedBefore: loginsBefore.refused,
      },
      income: income && {
        money: moneyOf(income.byPoint.flat()),
        before: moneyOf(income.before),
        yesterday: moneyOf(income.yesterday),
        orders: income.byPoint.flat().reduce((sum, { orders }) => sum + orders, 0),
      },
      points: counts.points.map((point, index) => ({
        at: edges[index]!,
        isOpen: edges[index + 1]! > now,
        ...point,
        peak: peaks[index]!,
        money: income && moneyOf(income.byPoint[index]!),
      })),
      types: await this.nameTypes(applicationId, counts.types),
      codes: counts.codes.map(({ code, total }) => Object.assign({ code, total }, refusalWords(code))),
    };
  }

  private countsOf(applicationId: number, from: number, to: number) {
    return readCounts(this.dataSource, [applicationId], Math.ceil(from / HOUR_MS), Math.ceil(to / HOUR_MS));
  }

  /**
   * Returns the maximum of concurrent sessions between every two consecutive edges. The last maximum includes the
   * current sessions, since the samples may miss them.
   */
  private async peaksOf(id: number, edges: readonly number[], liveNow: number): Promise<number[]> {
    const minuteOf = (time: number) => Math.ceil(time / HOUR_MS) * HOUR_MINUTES;
    const span = { from: minuteOf(edges[0]!), to: minuteOf(edges.at(-1)!), width: HOUR_MINUTES };
    const peaks = edges.slice(1).map(() => 0);
    for (const [minute, live] of await readSamples(this.dataSource, [id], span)) {
      const index = bucketOf(edges, minute * MINUTE_MS);
      peaks[index] = Math.max(peaks[index]!, live);
    }
    peaks[peaks.length - 1] = Math.max(peaks.at(-1)!, liveNow);
    return peaks;
  }

  /**
   * Reads the income of whole days from the stored figures. Adds up the orders instead for hours, and for the last day
   * of the previous period, which counts only up to the current time of day. After the application's time zone moved
   * west, the current day of the figures can have a later date than today; it counts towards today.
   */
  private async incomeOf(
    application: ClientApplication,
    { by, edges, dates, before }: OverviewSpan,
    now: number,
  ): Promise<Record<'before' | 'yesterday', readonly Income[]> & { byPoint: (readonly Income[])[] }> {
    const { id, timeZone } = application;
    const today = dates.at(-1)!;
    const { day: current } = await this.figures.dayAt(application, now);
    const last = current > today ? current : today;
    const found = await this.figures.days(application, before.dates[0]!, last, now);
    const byDate = Map.groupBy(found, ({ day }) => (day > today ? today : day));
    const on = (date: string) => (byDate.get(date) ?? []).flatMap(({ income }) => income);
    const byPoint: (readonly Income[])[] = [];
    if (by === 'day') byPoint.push(...dates.map(on));
    else
      for (const [index, start] of edges.slice(0, -1).entries())
        byPoint.push(
          await this.figures.income(
            id,
            index === 0 ? startOf(dates[0]!, timeZone) : start,
            edges[index + 1]!,
          ),
        );
    const lastBefore = before.dates.at(-1)!;
    // With a half-hour offset, the hour can end after midnight, and the orders after midnight belong to this period.
    const partlyTo = Math.min(before.to, startOf(dates[0]!, timeZone));
    const partly = await this.figures.income(id, startOf(lastBefore, timeZone), partlyTo);
    const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
    return {
      byPoint,
      before: [...before.dates.slice(0, -1).flatMap(on), ...partly],
      yesterday: on(yesterday),
    };
  }

  /** Adds the names of the card types; the name is `null` if the card type was deleted or is unknown. */
  private async nameTypes(
    applicationId: number,
    types: readonly Omit<TypeActivationsDto, 'name'>[],
  ): Promise<TypeActivationsDto[]> {
    const found = await this.dataSource.manager.find(CardType, {
      select: { id: true, name: true },
      where: { applicationId, id: In(types.map(({ cardTypeId }) => cardTypeId)) },
    });
    const names = new Map(found.map(({ id, name }) => [id, name]));
    return types.map(({ cardTypeId, total }) => ({ cardTypeId, name: names.get(cardTypeId) ?? null, total }));
  }
}

function startOf(date: string, timeZone: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds;
}

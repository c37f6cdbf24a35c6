import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Application, Channel, type Notifier, type NotifierMessage, OutboxEvent } from '@app/database';
import { applicationsOf, type EventData, type EventType } from '@app/events';
import { DailyFigures } from '@app/figures';
import { Clock } from '@app/platform';
import type { Message } from './services/service.js';
import { composeDigest, composeEvent, composeSummary } from './texts/compose.js';

/** Writes the texts of messages, with data about their events from the database. */
@Injectable()
export class MessageWriter {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly figures: DailyFigures,
    private readonly clock: Clock,
  ) {}

  /** @param messages one message (a digest or an event), or several events for a summary */
  async write(notifier: Notifier, messages: readonly NotifierMessage[]): Promise<Message> {
    const [{ digestDay, eventId }] = messages as [NotifierMessage];
    if (digestDay !== null) return this.writeDigest(notifier, digestDay);
    if (messages.length === 1 && eventId !== null) return this.writeEvent(notifier, eventId);
    const events = await this.dataSource.manager.find(OutboxEvent, {
      select: { id: true, type: true },
      where: { id: In(messages.map((message) => message.eventId!)) },
    });
    const counts = new Map<string, number>();
    for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
    return composeSummary(counts, notifier, this.clock.now());
  }

  private async writeEvent(notifier: Notifier, eventId: number): Promise<Message> {
    const { manager } = this.dataSource;
    // The event still exists: deleting an event also deletes its messages.
    const { type, data, at, applicationId } = await manager.findOneByOrFail(OutboxEvent, { id: eventId });
    const parsed = JSON.parse(data) as EventData[EventType] & { channel_id?: number | null };
    const application =
      applicationId === null
        ? null
        : await manager.findOne(Application, {
            select: { id: true, name: true },
            where: { id: applicationId },
          });
    const channel = parsed.channel_id
      ? await manager.findOne(Channel, {
          select: { id: true, name: true },
          where: { id: parsed.channel_id },
        })
      : null;
    const names = { application: application?.name ?? null, channel: channel?.name ?? null };
    return composeEvent({ type: type as EventType, data: parsed, at, ...names }, notifier);
  }

  private async writeDigest(notifier: Notifier, day: string): Promise<Message> {
    const { manager } = this.dataSource;
    const ids = notifier.allApplications
      ? (await manager.find(Application, { select: { id: true } })).map(({ id }) => id)
      : await applicationsOf(manager, 'notifier', notifier.id);
    return composeDigest(await this.figures.of(day, ids), notifier, this.clock.now());
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { type NotifierMessage, OutboxEvent } from '@app/database';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import type { NotifierMessageDto } from './notifier.dto.js';
import { MESSAGE_FIELDS, type MessageFilter, MESSAGES } from './notifier.resource.js';

/** Shows messages of notifiers. */
@Injectable()
export class NotifierMessages {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  async list(actor: Actor, query: ListQuery<MessageFilter>): Promise<Page<NotifierMessageDto>> {
    const { rows, from, total } = await this.crud.list(actor, MESSAGES, query);
    return new Page(await this.show(rows), from, total);
  }

  /** @throws AdminError 404 */
  async get(actor: Actor, id: number): Promise<NotifierMessageDto> {
    return (await this.show([await this.crud.get(actor, MESSAGES, id)]))[0]!;
  }

  private async show(rows: readonly NotifierMessage[]): Promise<NotifierMessageDto[]> {
    const events = await this.dataSource.manager.find(OutboxEvent, {
      select: { id: true, type: true, applicationId: true },
      where: { id: In(rows.flatMap(({ eventId }) => eventId ?? [])) },
    });
    const byId = new Map(events.map((event) => [event.id, event]));
    return rows.map((row) => {
      const event = row.eventId === null ? undefined : byId.get(row.eventId);
      return {
        ...toDto(row, MESSAGE_FIELDS),
        type: event?.type ?? null,
        applicationId: event?.applicationId ?? null,
      };
    });
  }
}

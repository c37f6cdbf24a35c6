import { Get, Param, ParseIntPipe } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { NotifierMessages } from './notifier-messages.service.js';
import { NotifierMessageDto } from './notifier.dto.js';
import { MESSAGE_SORTS, MessageFilter } from './notifier.resource.js';

/** Messages of notifiers, kept for 30 days. For owners only. */
@AdminApi('notifier-messages', 'notifiers')
export class NotifierMessageController {
  constructor(private readonly messages: NotifierMessages) {}

  /** Lists messages, each with the latest answer of the messaging service. */
  @Get()
  @ApiPage(NotifierMessageDto)
  @Allow('owner')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(MessageFilter, MESSAGE_SORTS) query: ListQuery<MessageFilter>,
  ): Promise<Page<NotifierMessageDto>> {
    return this.messages.list(actor, query);
  }

  /** Shows a message. */
  @Get(':id')
  @Allow('owner')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<NotifierMessageDto> {
    return this.messages.get(actor, id);
  }
}

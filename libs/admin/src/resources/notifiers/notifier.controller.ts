import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CreateNotifierDto, EditNotifierDto, NotifierDto, type NotifierTestDto } from './notifier.dto.js';
import { NOTIFIER_SORTS, NotifierFilter } from './notifier.resource.js';
import { NotifierService } from './notifier.service.js';

/** Recipients of messages about events, in a messaging service or by email. For owners only. */
@AdminApi('notifiers', 'notifiers')
export class NotifierController {
  constructor(private readonly notifiers: NotifierService) {}

  /** Lists notifiers. */
  @Get()
  @ApiPage(NotifierDto)
  @Allow('owner')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(NotifierFilter, NOTIFIER_SORTS) query: ListQuery<NotifierFilter>,
  ): Promise<Page<NotifierDto>> {
    return this.notifiers.list(actor, query);
  }

  /** Shows a notifier. */
  @Get(':id')
  @Allow('owner')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<NotifierDto> {
    return this.notifiers.get(actor, id);
  }

  /** Creates a notifier. A server can have at most 50 notifiers. */
  @Post()
  @Allow('owner')
  create(@CurrentActor() actor: Actor, @Body() dto: CreateNotifierDto): Promise<NotifierDto> {
    return this.notifiers.create(actor, dto);
  }

  /**
   * Changes a notifier. Messages that are still waiting are sent with the new settings. If failures have paused the
   * notifier, the change ends the pause.
   */
  @Patch(':id')
  @Allow('owner')
  update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditNotifierDto,
  ): Promise<NotifierDto> {
    return this.notifiers.update(actor, id, dto);
  }

  /** Deletes a notifier with its messages. */
  @Delete(':id')
  @Allow('owner')
  delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<NotifierDto> {
    return this.notifiers.delete(actor, id);
  }

  /**
   * Sends a test message immediately, even during quiet hours or if the notifier is disabled, and returns the service's
   * answer.
   */
  @Post(':id/test')
  @HttpCode(200)
  @Allow('owner')
  test(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<NotifierTestDto> {
    return this.notifiers.test(actor, id);
  }
}

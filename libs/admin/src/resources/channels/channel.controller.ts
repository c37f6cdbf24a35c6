import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { VersionedActionDto } from '../../crud/edit.dto.js';
import {
  ChannelDto,
  CreateChannelDto,
  EditChannelDto,
  type NewChannelDto,
  type TriedOrderDto,
  TryChannelDto,
} from './channel.dto.js';
import { CHANNEL_SORTS, ChannelFilter } from './channel.resource.js';
import { ChannelService } from './channel.service.js';

/** Shops that may order cards. Only managers see prices. */
@AdminApi('channels', 'channels')
export class ChannelController {
  constructor(private readonly channels: ChannelService) {}

  /** Lists channels. */
  @Get()
  @ApiPage(ChannelDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(ChannelFilter, CHANNEL_SORTS) query: ListQuery<ChannelFilter>,
  ): Promise<Page<ChannelDto>> {
    return this.channels.list(actor, query);
  }

  /** Shows a channel with its products and their stock. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ChannelDto> {
    return this.channels.get(actor, id);
  }

  /** Creates a channel and returns its key, which is not shown again. */
  @Post()
  @Allow('manager')
  create(@CurrentActor() actor: Actor, @Body() dto: CreateChannelDto): Promise<NewChannelDto> {
    return this.channels.create(actor, dto);
  }

  /** Changes a channel; `products` replaces all of its products. */
  @Patch(':id')
  @Allow('manager')
  update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditChannelDto,
  ): Promise<ChannelDto> {
    return this.channels.update(actor, id, dto);
  }

  /** Deletes a channel that has no orders. */
  @Delete(':id')
  @Allow('manager')
  delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ChannelDto> {
    return this.channels.delete(actor, id);
  }

  /**
   * Replaces the key of a channel. The old key is refused at once; the new key is not shown again. The channel's id
   * does not change.
   */
  @Post(':id/rotate-key')
  @HttpCode(200)
  @Allow('manager')
  @ApiBody({ type: VersionedActionDto, required: false })
  rotateKey(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: VersionedActionDto,
  ): Promise<NewChannelDto> {
    return this.channels.rotateKey(actor, id, dto);
  }

  /** Tests a channel: issues an order as if the shop had sent it, and rolls the order back. */
  @Post(':id/try')
  @HttpCode(200)
  @Allow('manager')
  try(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: TryChannelDto,
  ): Promise<TriedOrderDto> {
    return this.channels.try(actor, id, dto);
  }
}

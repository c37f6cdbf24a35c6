import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { requireUnbindLimit } from '../card-types/unbind-limits.js';
import { HolderActions } from '../holders/holder-actions.js';
import { AddTimeDto, AddUsesDto, FreezeDto, SetUsesDto } from '../holders/holder.dto.js';
import { HolderHistory } from '../holders/holder-history.service.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { CardDto, EditCardDto, FrozenCardDto, UnfrozenCardDto } from './card.dto.js';
import { CARD_FIELDS, CARD_SORTS, CardFilter, CARDS } from './card.resource.js';

/** Single cards. Card jobs create and change many cards at once. */
@AdminApi('cards', 'cards')
export class CardController {
  constructor(
    private readonly crud: CrudService,
    private readonly actions: HolderActions,
    private readonly histories: HolderHistory,
  ) {}

  /** Lists cards. */
  @Get()
  @ApiPage(CardDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(CardFilter, CARD_SORTS) query: ListQuery<CardFilter>,
  ): Promise<Page<CardDto>> {
    return (await this.crud.list(actor, CARDS, query)).map(shown);
  }

  /** Shows a card. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardDto> {
    return shown(await this.crud.get(actor, CARDS, id));
  }

  /** Changes limits, note, batch or configuration of a card. */
  @Patch(':id')
  @Allow('operator')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditCardDto,
  ): Promise<CardDto> {
    const updated = await this.actions.update(actor, CARDS, id, dto, (row, manager) =>
      requireUnbindLimit(manager, row, dto.unbindLimit),
    );
    return shown(updated);
  }

  /**
   * Deletes a card with its devices, its sessions and its data. A valid offline ticket cannot be revoked: until it
   * expires, its device keeps working offline.
   */
  @Delete(':id')
  @Allow('operator')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardDto> {
    return shown(await this.actions.delete(actor, CARDS, id));
  }

  /**
   * Freezes a card and ends its sessions. If the card was consumed, the response contains the card or user that
   * consumed it. That card or user keeps the time that it gained.
   */
  @Post(':id/freeze')
  @HttpCode(200)
  @Allow('operator')
  async freeze(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { reason }: FreezeDto,
  ): Promise<FrozenCardDto> {
    const { holder, changed } = await this.actions.setFrozen(actor, CARDS, id, true, reason);
    return { ...shown(holder), changed, ...(await this.histories.spending(holder)) };
  }

  /** Unfreezes a card. */
  @Post(':id/unfreeze')
  @HttpCode(200)
  @Allow('operator')
  async unfreeze(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<UnfrozenCardDto> {
    const { holder, changed } = await this.actions.setFrozen(actor, CARDS, id, false);
    return { ...shown(holder), changed };
  }

  /** Adds time to an activated card, or removes time. */
  @Post(':id/add-time')
  @HttpCode(200)
  @Allow('operator')
  async addTime(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: AddTimeDto,
  ): Promise<CardDto> {
    return shown(await this.actions.addTime(actor, CARDS, id, dto));
  }

  /** Adds uses to a counted card, or removes uses. */
  @Post(':id/add-uses')
  @HttpCode(200)
  @Allow('operator')
  async addUses(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: AddUsesDto,
  ): Promise<CardDto> {
    return shown(await this.actions.addUses(actor, CARDS, id, dto));
  }

  /** Sets the number of uses that a counted card has left. */
  @Post(':id/set-uses')
  @HttpCode(200)
  @Allow('operator')
  async setUses(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { left }: SetUsesDto,
  ): Promise<CardDto> {
    return shown(await this.actions.setUses(actor, CARDS, id, left));
  }

  /**
   * Resets an activated card to unused: its devices are unbound and its sessions end. A valid offline ticket cannot be
   * revoked: until it expires, its device keeps working offline.
   */
  @Post(':id/reset')
  @HttpCode(200)
  @Allow('operator')
  async reset(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardDto> {
    return shown(await this.actions.reset(actor, CARDS, id));
  }

  /**
   * Unbinds every device of a card. This does not count towards the unbind limit. A valid offline ticket cannot be
   * revoked: until it expires, its device keeps working offline.
   */
  @Post(':id/unbind')
  @HttpCode(200)
  @Allow('operator')
  async unbind(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardDto> {
    return shown(await this.actions.unbindAll(actor, CARDS, id));
  }

  /** Ends every session of a card. */
  @Post(':id/kick')
  @HttpCode(200)
  @Allow('operator')
  async kick(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardDto> {
    return shown(await this.actions.kick(actor, CARDS, id));
  }
}

function shown(card: CardDto): CardDto {
  return toDto(card, CARD_FIELDS);
}

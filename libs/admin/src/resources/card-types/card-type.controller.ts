import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { Application, Card, CardType, User } from '@app/database';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { CardTypeDto, CreateCardTypeDto, EditCardTypeDto } from './card-type.dto.js';
import { CARD_TYPE_FIELDS, CARD_TYPE_SORTS, CARD_TYPES, CardTypeFilter } from './card-type.resource.js';
import { requireLongMask } from './portal-keys.js';
import { requireUnbindTerms } from './unbind-limits.js';

@AdminApi('card-types', 'card types')
export class CardTypeController {
  constructor(private readonly crud: CrudService) {}

  /** Lists card types. */
  @Get()
  @ApiPage(CardTypeDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(CardTypeFilter, CARD_TYPE_SORTS) query: ListQuery<CardTypeFilter>,
  ): Promise<Page<CardTypeDto>> {
    return (await this.crud.list(actor, CARD_TYPES, query)).map(shown);
  }

  /** Shows a card type. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardTypeDto> {
    return shown(await this.crud.get(actor, CARD_TYPES, id));
  }

  /** Creates a card type. */
  @Post()
  @Allow('manager')
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateCardTypeDto): Promise<CardTypeDto> {
    const {
      durationAmount = 0,
      maxSessions = 1,
      maxDevices = 1,
      usesPeriod = 'none',
      features = {},
      offlineHours = 0,
      unbindPolicy = null,
      unbindHours = 0,
      ...rest
    } = dto;
    const terms = { durationAmount, maxSessions, maxDevices, usesPeriod, features, offlineHours };
    const values = { ...rest, ...terms, unbindPolicy, unbindHours };
    const created = await this.crud.create(actor, CARD_TYPES, values, async (row, manager) => {
      checkDuration(row);
      if (dto.unbindLimit === undefined) {
        const { defaultUnbindLimit } = await manager.findOneByOrFail(Application, { id: dto.applicationId });
        row.unbindLimit = defaultUnbindLimit;
      }
      await requireUnbindTerms(manager, row);
      await requireLongMask(manager, dto.applicationId, 'keyMask', dto.keyMask);
    });
    return shown(created);
  }

  /**
   * Changes a card type. Existing cards keep their terms; the card job `apply_type` gives unused cards the new terms. A
   * changed unbind policy applies to existing cards at once.
   */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditCardTypeDto,
  ): Promise<CardTypeDto> {
    const updated = await this.crud.update(actor, CARD_TYPES, id, dto, async (row, manager) => {
      checkDuration(row);
      await requireLongMask(manager, row.applicationId, 'keyMask', dto.keyMask);
      const { unbindLimit, unbindPolicy, unbindHours } = dto;
      // Checked only if one of these fields changes. An earlier server version may have created the type without a
      // limit; the other fields of such a type must stay editable.
      if (unbindLimit === null || unbindPolicy !== undefined || unbindHours !== undefined)
        await requireUnbindTerms(manager, row);
    });
    return shown(updated);
  }

  /** Deletes a card type that no card and no user has. Channels lose their products of this type. */
  @Delete(':id')
  @Allow('manager')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardTypeDto> {
    const deleted = await this.crud.delete(actor, CARD_TYPES, id, async (_, manager) => {
      const ofType = { cardTypeId: id };
      if ((await manager.existsBy(Card, ofType)) || (await manager.existsBy(User, ofType))) {
        throw refusal('card_type_in_use');
      }
    });
    return shown(deleted);
  }
}

function checkDuration(row: CardType): void {
  if (row.durationUnit === 'permanent') row.durationAmount = 0;
  else if (row.durationAmount < 1) {
    throw invalid({ durationAmount: problem('duration_required', { unit: row.durationUnit }) });
  }
}

function shown(type: CardTypeDto): CardTypeDto {
  return toDto(type, CARD_TYPE_FIELDS);
}

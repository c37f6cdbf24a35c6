import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { requireUnbindLimit } from '../card-types/unbind-limits.js';
import { HolderActions } from '../holders/holder-actions.js';
import { AddTimeDto, AddUsesDto, EditHolderDto, FreezeDto, SetUsesDto } from '../holders/holder.dto.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { CreateUserDto, FrozenUserDto, UserDto, UserPasswordDto } from './user.dto.js';
import { USER_FIELDS, USER_SORTS, UserFilter, USERS } from './user.resource.js';
import { UserService } from './user.service.js';

/** User accounts. */
@AdminApi('users', 'users')
export class UserController {
  constructor(
    private readonly crud: CrudService,
    private readonly actions: HolderActions,
    private readonly users: UserService,
  ) {}

  /** Lists users. */
  @Get()
  @ApiPage(UserDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(UserFilter, USER_SORTS) query: ListQuery<UserFilter>,
  ): Promise<Page<UserDto>> {
    return (await this.crud.list(actor, USERS, query)).map(shown);
  }

  /** Shows a user. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<UserDto> {
    return shown(await this.crud.get(actor, USERS, id));
  }

  /** Creates an account without a card. */
  @Post()
  @Allow('operator')
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateUserDto): Promise<UserDto> {
    return shown(await this.users.create(actor, dto));
  }

  /** Changes limits, note or configuration of a user. */
  @Patch(':id')
  @Allow('operator')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditHolderDto,
  ): Promise<UserDto> {
    const updated = await this.actions.update(actor, USERS, id, dto, (row, manager) =>
      requireUnbindLimit(manager, row, dto.unbindLimit),
    );
    return shown(updated);
  }

  /**
   * Deletes a user with its devices, its sessions and its data. A valid offline ticket cannot be revoked: until it
   * expires, its device keeps working offline.
   */
  @Delete(':id')
  @Allow('operator')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<UserDto> {
    return shown(await this.actions.delete(actor, USERS, id));
  }

  /** Freezes a user and ends its sessions. */
  @Post(':id/freeze')
  @HttpCode(200)
  @Allow('operator')
  async freeze(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { reason }: FreezeDto,
  ): Promise<FrozenUserDto> {
    const { holder, changed } = await this.actions.setFrozen(actor, USERS, id, true, reason);
    return { ...shown(holder), changed };
  }

  /** Unfreezes a user. */
  @Post(':id/unfreeze')
  @HttpCode(200)
  @Allow('operator')
  async unfreeze(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<FrozenUserDto> {
    const { holder, changed } = await this.actions.setFrozen(actor, USERS, id, false);
    return { ...shown(holder), changed };
  }

  /** Adds time to an activated user, or removes time. */
  @Post(':id/add-time')
  @HttpCode(200)
  @Allow('operator')
  async addTime(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: AddTimeDto,
  ): Promise<UserDto> {
    return shown(await this.actions.addTime(actor, USERS, id, dto));
  }

  /** Adds uses to a counted user, or removes uses. */
  @Post(':id/add-uses')
  @HttpCode(200)
  @Allow('operator')
  async addUses(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: AddUsesDto,
  ): Promise<UserDto> {
    return shown(await this.actions.addUses(actor, USERS, id, dto));
  }

  /** Sets the number of uses that a counted user has left. */
  @Post(':id/set-uses')
  @HttpCode(200)
  @Allow('operator')
  async setUses(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { left }: SetUsesDto,
  ): Promise<UserDto> {
    return shown(await this.actions.setUses(actor, USERS, id, left));
  }

  /** Sets a new password and ends the user's sessions. */
  @Post(':id/password')
  @HttpCode(200)
  @Allow('operator')
  async setPassword(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() { password }: UserPasswordDto,
  ): Promise<UserDto> {
    return shown(await this.users.setPassword(actor, id, password));
  }

  /**
   * Unbinds every device of a user. This does not count towards the unbind limit. A valid offline ticket cannot be
   * revoked: until it expires, its device keeps working offline.
   */
  @Post(':id/unbind')
  @HttpCode(200)
  @Allow('operator')
  async unbind(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<UserDto> {
    return shown(await this.actions.unbindAll(actor, USERS, id));
  }

  /** Ends every session of a user. */
  @Post(':id/kick')
  @HttpCode(200)
  @Allow('operator')
  async kick(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<UserDto> {
    return shown(await this.actions.kick(actor, USERS, id));
  }
}

function shown(user: UserDto): UserDto {
  return toDto(user, USER_FIELDS);
}

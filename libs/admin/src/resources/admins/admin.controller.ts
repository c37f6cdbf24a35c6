import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { ADMIN_SORTS, AdminDto, AdminFilter, CreateAdminDto, EditAdminDto } from './admin.dto.js';
import { AdminService } from './admin.service.js';

@AdminApi('admins', 'administrators')
export class AdminController {
  constructor(private readonly admins: AdminService) {}

  /** Lists administrators. */
  @Get()
  @ApiPage(AdminDto)
  @Allow('owner')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(AdminFilter, ADMIN_SORTS) query: ListQuery<AdminFilter>,
  ): Promise<Page<AdminDto>> {
    return this.admins.list(actor, query);
  }

  /** Shows an administrator. */
  @Get(':id')
  @Allow('owner')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<AdminDto> {
    return this.admins.get(actor, id);
  }

  /** Creates an administrator. */
  @Post()
  @Allow('owner')
  create(@CurrentActor() actor: Actor, @Body() dto: CreateAdminDto): Promise<AdminDto> {
    return this.admins.create(actor, dto);
  }

  /**
   * Changes an administrator. Disabling the account or setting a new password ends the administrator's sessions, except
   * the session that sends the request.
   */
  @Patch(':id')
  @Allow('owner')
  update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditAdminDto,
  ): Promise<AdminDto> {
    return this.admins.update(actor, id, dto);
  }

  /** Deletes an administrator with their sessions and API tokens; their audit records stay. */
  @Delete(':id')
  @Allow('owner')
  delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<AdminDto> {
    return this.admins.delete(actor, id);
  }

  /** Turns an administrator's one-time passwords off. */
  @Post(':id/reset-totp')
  @HttpCode(200)
  @Allow('owner')
  resetTotp(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<AdminDto> {
    return this.admins.resetTotp(actor, id);
  }

  /** Ends every session of an administrator. */
  @Post(':id/sign-out')
  @HttpCode(200)
  @Allow('owner')
  signOut(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<AdminDto> {
    return this.admins.signOut(actor, id);
  }
}

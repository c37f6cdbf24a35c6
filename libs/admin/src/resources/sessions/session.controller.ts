import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { ClientSessionService } from './client-session.service.js';
import { ClientSessionDto, KickApplicationDto, type KickedDto } from './session.dto.js';
import { SESSION_SORTS, SessionFilter } from './session.resource.js';

/** Client sessions. */
@AdminApi('sessions', 'sessions and devices')
export class SessionController {
  constructor(private readonly sessions: ClientSessionService) {}

  /** Lists sessions. With the filter `open`, lists only open sessions or only ended sessions. */
  @Get()
  @ApiPage(ClientSessionDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(SessionFilter, SESSION_SORTS) query: ListQuery<SessionFilter>,
  ): Promise<Page<ClientSessionDto>> {
    return this.sessions.list(actor, query);
  }

  /** Shows a session. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ClientSessionDto> {
    return this.sessions.get(actor, id);
  }

  /** Kicks a session: ends it, so that its next heartbeat is refused with 10214 (10404 for a trial). */
  @Delete(':id')
  @Allow('operator')
  kick(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ClientSessionDto> {
    return this.sessions.kick(actor, id);
  }

  /** Ends every session of an application. */
  @Post('kick')
  @HttpCode(200)
  @Allow('operator')
  async kickApplication(
    @CurrentActor() actor: Actor,
    @Body() { applicationId }: KickApplicationDto,
  ): Promise<KickedDto> {
    return { ended: await this.sessions.kickApplication(actor, applicationId) };
  }
}

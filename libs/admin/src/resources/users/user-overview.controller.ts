import { Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { HolderPresence } from '../holders/holder-presence.service.js';
import { type PresenceDto, PresenceQuery } from '../holders/presence.dto.js';
import { USERS } from './user.resource.js';

/**
 * Shows the use of accounts. The module must list this controller before the controller of single users, which would
 * parse `presence` as an id.
 */
@AdminApi('users', 'users')
export class UserOverviewController {
  constructor(private readonly presence: HolderPresence) {}

  /**
   * Shows for each user the number of bound devices, the number of live sessions and the time of the latest heartbeat.
   * Unknown ids are omitted.
   */
  @Get('presence')
  @Allow('viewer')
  getPresence(
    @CurrentActor() actor: Actor,
    @FromQuery(PresenceQuery) { ids }: PresenceQuery,
  ): Promise<PresenceDto[]> {
    return this.presence.get(actor, USERS, ids);
  }
}

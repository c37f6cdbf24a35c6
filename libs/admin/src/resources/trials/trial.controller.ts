import { Delete, Get, Param, ParseIntPipe } from '@nestjs/common';
import { Session } from '@app/database';
import { SessionCache } from '@app/licensing';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { TRIAL_FIELDS, TRIAL_SORTS, TrialDto, TrialFilter, TRIALS } from './trial.resource.js';

/** Trials of devices. To prevent a device from using its trial, block the device. */
@AdminApi('trials', 'trials')
export class TrialController {
  constructor(
    private readonly crud: CrudService,
    private readonly sessions: SessionCache,
  ) {}

  /** Lists the latest trial of each device. */
  @Get()
  @ApiPage(TrialDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(TrialFilter, TRIAL_SORTS) query: ListQuery<TrialFilter>,
  ): Promise<Page<TrialDto>> {
    return (await this.crud.list(actor, TRIALS, query)).map(shown);
  }

  /** Shows the latest trial of a device. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<TrialDto> {
    return shown(await this.crud.get(actor, TRIALS, id));
  }

  /** Deletes the trials of a device and their sessions, so that the device can have a new trial. */
  @Delete(':id')
  @Allow('operator')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<TrialDto> {
    const trial = await this.sessions.invalidating((invalidate) =>
      this.crud.delete(actor, TRIALS, id, async (_, manager) => {
        const ofTrial = { holderKind: 'trial', holderId: id } as const;
        await manager.delete(Session, ofTrial);
        await invalidate([ofTrial]);
      }),
    );
    return shown(trial);
  }
}

function shown(trial: TrialDto): TrialDto {
  return toDto(trial, TRIAL_FIELDS);
}

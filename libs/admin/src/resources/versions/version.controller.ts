import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { DEFAULT_CHANNEL } from '@app/database';
import { Acting, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { Listed } from '../../api/listed.decorator.js';
import { Listing, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { RecordService } from '../../records/record.service.js';
import { present } from '../../records/resource.js';
import { refuseTwin } from './refuse-twin.js';
import { CreateSoftwareVersionDto, EditSoftwareVersionDto, SoftwareVersionDto } from './version.dto.js';
import { VERSION_FIELDS, VERSION_SORTS, VersionFilter, VERSIONS } from './version.resource.js';

/** Versions of the client software. Clients are told of a change when they next ask. */
@AdminApi('versions', 'software versions')
export class VersionController {
  constructor(private readonly records: RecordService) {}

  /** Lists software versions. */
  @Get()
  @Listed(SoftwareVersionDto)
  @Allow('viewer')
  async list(
    @Acting() actor: Actor,
    @Listing(VersionFilter, VERSION_SORTS) query: ListQuery<VersionFilter>,
  ): Promise<Page<SoftwareVersionDto>> {
    return (await this.records.list(actor, VERSIONS, query)).map(shown);
  }

  /** Shows a software version. */
  @Get(':id')
  @Allow('viewer')
  async get(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<SoftwareVersionDto> {
    return shown(await this.records.get(actor, VERSIONS, id));
  }

  /** Creates a software version, released or as a draft. */
  @Post()
  @Allow('manager')
  async create(@Acting() actor: Actor, @Body() dto: CreateSoftwareVersionDto): Promise<SoftwareVersionDto> {
    const { channel = DEFAULT_CHANNEL, notice = '', released = true, ...rest } = dto;
    const values = { ...rest, channel, notice, released };
    return shown(await this.records.create(actor, VERSIONS, values, refuseTwin));
  }

  /** Changes a software version, such as releasing a draft. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @Acting() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditSoftwareVersionDto,
  ): Promise<SoftwareVersionDto> {
    return shown(await this.records.update(actor, VERSIONS, id, dto, refuseTwin));
  }

  /** Deletes a software version. */
  @Delete(':id')
  @Allow('manager')
  async delete(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<SoftwareVersionDto> {
    return shown(await this.records.delete(actor, VERSIONS, id));
  }
}

function shown(version: SoftwareVersionDto): SoftwareVersionDto {
  return present(version, VERSION_FIELDS);
}

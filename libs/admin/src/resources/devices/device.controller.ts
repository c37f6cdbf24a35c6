import { Delete, Get, Param, ParseIntPipe } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { HolderActions } from '../holders/holder-actions.js';
import { withHolderNames } from '../holders/holder-names.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { DEVICE_FIELDS, DEVICE_SORTS, DeviceDto, DeviceFilter, DEVICES } from './device.resource.js';

/** Devices bound to cards and users. */
@AdminApi('devices', 'sessions and devices')
export class DeviceController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly actions: HolderActions,
  ) {}

  /** Lists bound devices. */
  @Get()
  @ApiPage(DeviceDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(DeviceFilter, DEVICE_SORTS) query: ListQuery<DeviceFilter>,
  ): Promise<Page<DeviceDto>> {
    const { rows, from, total } = await this.crud.list(actor, DEVICES, query);
    return new Page(await this.show(rows), from, total);
  }

  /** Shows a bound device. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<DeviceDto> {
    return (await this.show([await this.crud.get(actor, DEVICES, id)]))[0]!;
  }

  /** Unbinds a device and ends its sessions. It does not count as an unbind, and the unbind policy does not apply. */
  @Delete(':id')
  @Allow('operator')
  async unbind(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<DeviceDto> {
    return (await this.show([await this.actions.unbindDevice(actor, id)]))[0]!;
  }

  private show(devices: readonly DeviceRow[]): Promise<DeviceDto[]> {
    return withHolderNames(
      this.dataSource.manager,
      devices.map((device) => toDto(device, DEVICE_FIELDS)),
    );
  }
}

type DeviceRow = Omit<DeviceDto, 'holderName'>;

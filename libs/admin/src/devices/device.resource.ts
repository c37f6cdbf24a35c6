import { PickType } from '@nestjs/swagger';
import { Device, type HolderKindName } from '@app/database';
import { OneOf, Optional } from '@app/platform';
import {
  ApplicationFilter,
  applyIdFilter,
  Beginning,
  RecordId,
  whereBegins,
  whereEqual,
} from '../records/filters.js';
import type { Resource } from '../records/resource.js';
import { HOLDER_KINDS } from '../sessions/session.resource.js';

export const DEVICE_FIELDS = [
  'id',
  'applicationId',
  'holderKind',
  'holderId',
  'deviceId',
  'boundAt',
] as const satisfies (keyof Device)[];

export const DEVICE_SORTS = ['id', 'deviceId'];

export class DeviceDto extends PickType(Device, DEVICE_FIELDS) {
  /** What the card or user is called. */
  holderName!: string | null;
}

export class DeviceFilter extends ApplicationFilter {
  /** card or user. */
  @Optional()
  @OneOf(HOLDER_KINDS)
  holderKind?: HolderKindName;

  /** Id of the card or user. */
  @Optional()
  @RecordId()
  holderId?: number;

  /** The device begins with this. */
  @Beginning(128)
  deviceId?: string;
}

export const DEVICES: Resource<Device, DeviceFilter> = {
  name: 'devices',
  singular: 'device',
  entity: Device,
  fields: DEVICE_FIELDS,
  nameOf: ({ deviceId }) => deviceId,
  applicationOf: ({ applicationId }) => applicationId,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    applyIdFilter(query, filter);
    whereEqual(query, 'holderKind', filter.holderKind);
    whereEqual(query, 'holderId', filter.holderId);
    whereBegins(query, 'deviceId', filter.deviceId);
  },
};

import { PickType } from '@nestjs/swagger';
import { Device, type HolderKindName } from '@app/database';
import { OneOf, Optional } from '@app/platform';
import { HOLDER_KINDS, whereHolder } from '../holders/where-holder.js';
import { ApplicationFilter, Beginning, RecordId, whereBegins } from '../../crud/filters.js';
import { BY_ID } from '../../crud/list-plan.js';
import type { Resource } from '../../crud/resource.js';

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
  /** Name of the card or user. */
  holderName!: string | null;

  /** Time until which the device's offline ticket is valid, in epoch milliseconds; null if it has no valid ticket. */
  ticketExpiresAt!: number | null;
}

export class DeviceFilter extends ApplicationFilter {
  /** Kind of the holder: card or user. */
  @Optional()
  @OneOf(HOLDER_KINDS)
  holderKind?: HolderKindName;

  /** Id of the card or user. */
  @Optional()
  @RecordId()
  holderId?: number;

  /** Prefix of the device id. */
  @Beginning(128)
  deviceId?: string;
}

export const DEVICES: Resource<Device, DeviceFilter> = {
  name: 'devices',
  singular: 'device',
  entity: Device,
  fields: DEVICE_FIELDS,
  nameOf: ({ deviceId }) => deviceId,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter) => {
    whereHolder(query, filter);
    whereBegins(query, 'deviceId', filter.deviceId);
  },
  indices: {
    sorted: {
      id: [{ index: BY_ID, by: ['id'] }],
      // The rows are sorted by application first, since the index starts with the application.
      deviceId: [
        {
          index: 'ix_devices_device_id',
          by: ['applicationId', 'deviceId', 'id'],
          holds: ['applicationId', 'deviceId'],
        },
      ],
    },
    found: [
      { of: ['id'], index: BY_ID },
      { of: ['holderId'], index: 'ux_devices_device' },
      { of: ['deviceId'], index: 'ix_devices_device_id' },
      { of: ['holderKind'], index: BY_ID },
      { of: ['applicationId'], index: 'ix_devices_application' },
    ],
  },
};

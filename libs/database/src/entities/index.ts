import { Application } from './application.entity.js';
import { CardType } from './card-type.entity.js';
import { Card } from './card.entity.js';
import { Device } from './device.entity.js';
import { RemoteData } from './remote-data.entity.js';
import { RemoteFunction } from './remote-function.entity.js';
import { ServerState } from './server-state.entity.js';
import { Session } from './session.entity.js';
import { SoftwareVersion } from './software-version.entity.js';
import { User } from './user.entity.js';
import { Variable } from './variable.entity.js';

export * from './application.entity.js';
export * from './card-type.entity.js';
export * from './card.entity.js';
export * from './device.entity.js';
export * from './licence-holder.js';
export * from './licence-terms.js';
export * from './remote-data.entity.js';
export * from './remote-function.entity.js';
export * from './server-state.entity.js';
export * from './session.entity.js';
export * from './software-version.entity.js';
export * from './user.entity.js';
export * from './variable.entity.js';

/** Every table the product has. */
export const ENTITIES = [
  Application,
  CardType,
  Card,
  User,
  Device,
  Session,
  Variable,
  RemoteData,
  RemoteFunction,
  SoftwareVersion,
  ServerState,
];

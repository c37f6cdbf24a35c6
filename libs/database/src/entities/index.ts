import { Application } from './application.entity.js';
import { CardType } from './card-type.entity.js';
import { Card } from './card.entity.js';
import { Device } from './device.entity.js';
import { Session } from './session.entity.js';

export * from './application.entity.js';
export * from './card-type.entity.js';
export * from './card.entity.js';
export * from './device.entity.js';
export * from './licence-holder.js';
export * from './session.entity.js';

/** Every table the product has. */
export const ENTITIES = [Application, CardType, Card, Device, Session];

import { ValidateBy } from 'class-validator';
import { ruleOptions } from '@app/platform';
import { ALL_TYPES, EVENT_TYPES } from './catalogue.js';

const KNOWN = new Set<unknown>(EVENT_TYPES);

/** A field with a list: one or more different event types, or only `*` for all types. */
export function EventTypeList(): PropertyDecorator {
  return ValidateBy(
    { name: 'eventTypes', validator: { validate: areEventTypes } },
    ruleOptions('event_types', {}),
  );
}

function areEventTypes(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || new Set(value).size !== value.length) return false;
  return value.every((type) => KNOWN.has(type)) || (value.length === 1 && value[0] === ALL_TYPES);
}

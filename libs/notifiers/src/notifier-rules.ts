import { Matches } from 'class-validator';
import { ruleOptions } from '@app/platform';

/** A field with a time of day, such as `22:00`. */
export function TimeOfDay(): PropertyDecorator {
  return Matches(/^([01]\d|2[0-3]):[0-5]\d$/, ruleOptions('time_of_day', {}));
}

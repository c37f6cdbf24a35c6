import { CATALOGUE } from '../../libs/events/src/catalogue.ts';
import { markdownTable } from './files.ts';

/** Returns the table of all types of events, with an example of the data of each. */
export function eventTable(): string {
  const rows = Object.entries(CATALOGUE).map(([type, { about, example }]) => [
    `\`${type}\``,
    about,
    `\`${JSON.stringify(example)}\``,
  ]);
  return markdownTable(['type', 'cause', 'example of data'], rows);
}

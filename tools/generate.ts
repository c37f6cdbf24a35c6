// Writes the committed files that are generated from code: the API document, the panel's types and roles, .env.example,
// and the generated parts of documents: settings, events, errors and the programs of the first login.
// `npm run generate -- --check` only reports whether the files are up to date.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { adminErrors } from './generate/admin-errors.ts';
import { type ApiDocument, apiFiles, sorted } from './generate/api-files.ts';
import { clientErrors } from './generate/client-errors.ts';
import { eventTable } from './generate/events.ts';
import { firstLoginPages } from './generate/first-logins.ts';
import { fulfilErrors } from './generate/fulfil-errors.ts';
import { fillPage, ROOT, writeFiles } from './generate/files.ts';
import { envExample, readSettings, settingTables } from './generate/settings.ts';

build();
const document = sorted(
  JSON.parse(readFileSync(join(ROOT, 'dist/docs/openapi.json'), 'utf8')) as ApiDocument,
);
const settings = readSettings();
await writeFiles({
  ...(await apiFiles(document)),
  ...firstLoginPages(),
  '.env.example': envExample(settings),
  'docs/configuration.md': fillPage('docs/configuration.md', { settings: settingTables(settings) }),
  'docs/webhooks.md': fillPage('docs/webhooks.md', { events: eventTable() }),
  'docs/errors.md': fillPage('docs/errors.md', {
    ...clientErrors(document),
    ...adminErrors(),
    ...fulfilErrors(),
  }),
});

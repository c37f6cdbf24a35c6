// Writes the parts of the documents that follow from the code: the settings (docs/configuration.md, .env.example) and the
// errors (docs/errors.md). Commit them.
//   npm run reference -- --check   only says whether they are up to date
import { fillPage, writeGenerated } from './generated.mjs';
import { adminErrors } from './reference/admin-errors.mjs';
import { clientErrors } from './reference/client-errors.mjs';
import { envExample, readSettings, settingTables } from './reference/settings.mjs';

const settings = readSettings();
await writeGenerated(
  {
    '.env.example': envExample(settings),
    'docs/configuration.md': fillPage('docs/configuration.md', { settings: settingTables(settings) }),
    'docs/errors.md': fillPage('docs/errors.md', {
      ...(await clientErrors()),
      ...(await adminErrors()),
    }),
  },
  'npm run reference',
);

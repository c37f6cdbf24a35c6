import { fillQuickStart } from './fill-quick-start';
import type { Snippet } from './snippet';

/** The programs of the quick start sign the parameters, but not method and path. They also read a variable. */
const SHARED = { signModes: ['md5', 'hmac-sha256'], readsVariable: 'greeting' } satisfies Partial<Snippet>;

/** The programs of the quick start, with the application's values inserted as constants. */
export const QUICK_START_SNIPPETS: Snippet[] = [
  {
    ...SHARED,
    id: 'cpp',
    name: 'C++',
    fileName: 'client.cpp',
    write: async (values) =>
      fillQuickStart((await import('../../../../docs/quick-start/client.cpp?raw')).default, values),
  },
  {
    ...SHARED,
    id: 'java',
    name: 'Java',
    fileName: 'Client.java',
    write: async (values) =>
      fillQuickStart((await import('../../../../docs/quick-start/Client.java?raw')).default, values),
  },
  {
    ...SHARED,
    id: 'php',
    name: 'PHP',
    fileName: 'client.php',
    write: async (values) =>
      fillQuickStart((await import('../../../../docs/quick-start/client.php?raw')).default, values),
  },
  {
    ...SHARED,
    id: 'go',
    name: 'Go',
    fileName: 'client.go',
    write: async (values) =>
      fillQuickStart((await import('../../../../docs/quick-start/client.go?raw')).default, values),
  },
];

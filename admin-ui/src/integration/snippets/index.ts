import { csharp } from './csharp';
import { curl } from './curl';
import { eplProgram } from './epl';
import { FIRST_LOGIN_SNIPPETS } from './first-logins';
import { lua } from './lua';
import { python } from './python';
import { QUICK_START_SNIPPETS } from './quick-start';
import type { Snippet, SnippetLanguage } from './snippet';
import { typescript } from './typescript';

const epl: Snippet = {
  id: 'epl',
  name: '易语言',
  fileName: 'latchkey.e.txt',
  signModes: ['md5'],
  write: eplProgram,
};

const WITHOUT_SDK = [typescript, python, lua, csharp, ...QUICK_START_SNIPPETS];

/** The languages in the order of the tabs. */
export const LANGUAGES: readonly SnippetLanguage[] = [
  { id: curl.id, name: curl.name, withoutSdk: curl },
  ...FIRST_LOGIN_SNIPPETS.map((withSdk) => ({
    id: withSdk.id,
    name: withSdk.name,
    withSdk,
    withoutSdk: WITHOUT_SDK.find(({ id }) => id === withSdk.id),
  })),
  { id: epl.id, name: epl.name, withoutSdk: epl },
];
export type { Snippet, SnippetLanguage, SnippetSdk, SnippetValues } from './snippet';

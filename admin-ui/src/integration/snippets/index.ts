import { csharp } from './csharp';
import { curl } from './curl';
import { eplProgram } from './epl';
import { lua } from './lua';
import { python } from './python';
import { QUICK_START_SNIPPETS } from './quick-start';
import type { Snippet } from './snippet';
import { typescript } from './typescript';

const epl: Snippet = {
  id: 'epl',
  name: '易语言',
  fileName: 'latchkey.e.txt',
  signModes: ['md5'],
  write: eplProgram,
};

export const SNIPPETS: readonly Snippet[] = [
  curl,
  typescript,
  python,
  lua,
  csharp,
  ...QUICK_START_SNIPPETS,
  epl,
];
export type { Snippet, SnippetValues } from './snippet';

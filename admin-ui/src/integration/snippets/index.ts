import { csharp } from './csharp';
import { curl } from './curl';
import { lua } from './lua';
import { python } from './python';
import { QUICK_START_SNIPPETS } from './quick-start';
import type { Snippet } from './snippet';
import { typescript } from './typescript';

export const SNIPPETS: readonly Snippet[] = [curl, typescript, python, lua, csharp, ...QUICK_START_SNIPPETS];
export type { Snippet, SnippetValues } from './snippet';

import { csharp } from './csharp';
import { curl } from './curl';
import { lua } from './lua';
import { python } from './python';
import type { Snippet } from './snippet';
import { typescript } from './typescript';

export const SNIPPETS: readonly Snippet[] = [curl, typescript, python, lua, csharp];
export type { SnippetValues } from './snippet';

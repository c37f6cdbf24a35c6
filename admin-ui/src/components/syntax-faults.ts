import { javascriptLanguage } from '@codemirror/lang-javascript';

/** Maximum number of faults. Further faults are usually consequences of the first. */
const MAX_FAULTS = 10;

export interface SyntaxFault {
  kind: 'missing' | 'unexpected';
  from: number;
  to: number;
}

/** Returns the positions of syntax errors in JavaScript. */
export function syntaxFaults(source: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  javascriptLanguage.parser.parse(source).iterate({
    enter({ type, from, to }) {
      if (faults.length >= MAX_FAULTS) return false;
      if (!type.isError) return true;
      // A missing element has no character that could be marked, so the character before it is marked.
      faults.push(
        from === to ? { kind: 'missing', from: Math.max(0, from - 1), to } : { kind: 'unexpected', from, to },
      );
      return false;
    },
  });
  return faults;
}

import { javascriptLanguage } from '@codemirror/lang-javascript';

/** More would only hide the first, which caused them mostly. */
const MAX_FAULTS = 10;

export interface SyntaxFault {
  kind: 'missing' | 'unexpected';
  from: number;
  to: number;
}

/** Where JavaScript cannot be understood. */
export function syntaxFaults(source: string): SyntaxFault[] {
  const faults: SyntaxFault[] = [];
  javascriptLanguage.parser.parse(source).iterate({
    enter({ type, from, to }) {
      if (faults.length >= MAX_FAULTS) return false;
      if (!type.isError) return true;
      // Something that is missing has no place of its own: the character before it is marked.
      faults.push(
        from === to ? { kind: 'missing', from: Math.max(0, from - 1), to } : { kind: 'unexpected', from, to },
      );
      return false;
    },
  });
  return faults;
}

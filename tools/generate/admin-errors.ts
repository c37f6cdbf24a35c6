import {
  FIELD_FAULTS,
  JOB_FAILURES,
  LINE_FAULTS,
  NOTICES,
  REFUSALS,
} from '../../libs/admin/src/errors/error-catalogue.ts';
import { RULE_WORDS } from '../../libs/platform/src/validation/rule-words.ts';
import { markdownTable } from './files.ts';

/** Returns the errors of the admin API for docs/errors.md, from the catalogue. */
export function adminErrors(): Record<string, string> {
  const refusals = Object.entries(REFUSALS).flatMap(([status, codes]) =>
    rowsOf(codes).map(([code, words]) => [status, code, words]),
  );
  return {
    'admin-refusals': markdownTable(['status', 'code', 'message'], refusals),
    'admin-fields': table({ ...RULE_WORDS, ...FIELD_FAULTS }),
    'admin-jobs': table({ ...JOB_FAILURES, ...LINE_FAULTS, ...NOTICES }),
  };
}

function table(codes: Record<string, string>): string {
  return markdownTable(['code', 'message'], rowsOf(codes));
}

function rowsOf(codes: Record<string, string>): [string, string][] {
  // Escapes characters that have a meaning in Markdown.
  return Object.entries(codes).map(([code, words]) => [`\`${code}\``, words.replace(/[*<_]/g, '\\$&')]);
}

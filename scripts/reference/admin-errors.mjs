// The errors of the admin API, as the catalogue says them.
import { markdownTable } from '../generated.mjs';

const LIBS = '../../libs';

export async function adminErrors() {
  const { FIELD_FAULTS, JOB_FAILURES, LINE_FAULTS, NOTICES, REFUSALS } = await import(
    `${LIBS}/admin/src/errors/error-catalogue.ts`
  );
  const { RULE_WORDS } = await import(`${LIBS}/platform/src/validation/rule-words.ts`);
  const refusals = Object.entries(REFUSALS).flatMap(([status, codes]) =>
    rowsOf(codes).map(([code, words]) => [status, code, words]),
  );
  return {
    'admin-refusals': markdownTable(['status', 'code', 'message'], refusals),
    'admin-fields': table({ ...RULE_WORDS, ...FIELD_FAULTS }),
    'admin-jobs': table({ ...JOB_FAILURES, ...LINE_FAULTS, ...NOTICES }),
  };
}

function table(codes) {
  return markdownTable(['code', 'message'], rowsOf(codes));
}

function rowsOf(codes) {
  // Markdown would take these for its own.
  return Object.entries(codes).map(([code, words]) => [`\`${code}\``, words.replace(/[*<_]/g, '\\$&')]);
}

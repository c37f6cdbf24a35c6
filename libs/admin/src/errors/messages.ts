import { RULE_WORDS } from '@app/platform';
import { FIELD_FAULTS, JOB_FAILURES, LINE_FAULTS, NOTICES, REFUSALS } from './error-catalogue.js';

/** The messages of all codes. */
export const MESSAGES = {
  ...REFUSALS[400],
  ...REFUSALS[401],
  ...REFUSALS[403],
  ...REFUSALS[404],
  ...REFUSALS[409],
  ...REFUSALS[413],
  ...REFUSALS[415],
  ...REFUSALS[422],
  ...REFUSALS[429],
  ...REFUSALS[500],
  ...REFUSALS[503],
  ...RULE_WORDS,
  ...FIELD_FAULTS,
  ...LINE_FAULTS,
  ...JOB_FAILURES,
  ...NOTICES,
};

export type ErrorCode = keyof typeof MESSAGES;

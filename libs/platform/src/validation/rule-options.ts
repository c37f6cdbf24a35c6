import type { ValidationOptions } from 'class-validator';
import { fillTemplate, type TemplateValues } from '../text/fill-template.js';
import { RULE_WORDS } from './rule-words.js';

/**
 * Returns a validator's options: a readable message and, in the error's context, a code with parameters for programs.
 */
export function ruleOptions<Code extends keyof typeof RULE_WORDS>(
  code: Code,
  params: TemplateValues<(typeof RULE_WORDS)[Code]>,
): ValidationOptions {
  return { message: fillTemplate(RULE_WORDS[code], params), context: { code, params } };
}

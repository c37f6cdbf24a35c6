export const CHECK_RULES = ['none', 'md5', 'crc32', 'fixed'] as const;
export type CheckRuleKind = (typeof CHECK_RULES)[number];

/** Returns the kind of a rule that the API returned: any text except `md5` and `crc32` is a fixed text. */
export function kindOf(rule: string | null | undefined): CheckRuleKind {
  if (rule == null) return 'none';
  return rule === 'md5' || rule === 'crc32' ? rule : 'fixed';
}

/** Returns the rule to send to the API. For a fixed text it is empty, and the user must enter the text. */
export function ruleOf(kind: CheckRuleKind): string | null {
  if (kind === 'none') return null;
  return kind === 'fixed' ? '' : kind;
}

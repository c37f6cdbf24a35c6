export const CHECK_RULES = ['none', 'md5', 'crc32', 'fixed'] as const;
export type CheckRuleKind = (typeof CHECK_RULES)[number];

/** Returns the kind of the API's rule: any text except `md5` and `crc32` is a fixed text. */
export function kindOf(rule: string | null | undefined): CheckRuleKind {
  if (rule == null) return 'none';
  return rule === 'md5' || rule === 'crc32' ? rule : 'fixed';
}

/** Returns the API's value for a kind of rule. For a fixed text this is empty, and the user must enter the text. */
export function ruleOf(kind: CheckRuleKind): string | null {
  if (kind === 'none') return null;
  return kind === 'fixed' ? '' : kind;
}

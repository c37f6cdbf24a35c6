export const CHECK_RULES = ['none', 'md5', 'crc32', 'fixed'] as const;
export type CheckRuleKind = (typeof CHECK_RULES)[number];

/** What kind of rule the API's value is: any text but `md5` and `crc32` stands for itself. */
export function kindOf(rule: string | null | undefined): CheckRuleKind {
  if (rule == null) return 'none';
  return rule === 'md5' || rule === 'crc32' ? rule : 'fixed';
}

/** The API's value of a kind of rule; of a fixed text, to be filled in. */
export function ruleOf(kind: CheckRuleKind): string | null {
  if (kind === 'none') return null;
  return kind === 'fixed' ? '' : kind;
}

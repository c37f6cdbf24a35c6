/** A source whose function of one name has another; unchanged when it defines none or the name cannot stand there. */
export function renameFunction(source: string, before: string, after: string): string {
  if (!isWritable(before) || !isWritable(after)) return source;
  const definition = new RegExp(`\\bfunction ${before.replaceAll('$', '\\$')}\\(`);
  return source.replace(definition, () => `function ${after}(`);
}

/** Nothing at all is what a name is between two that are typed. */
function isWritable(name: string): boolean {
  return /^(?:[\p{ID_Start}_$][\p{ID_Continue}$]*)?$/u.test(name);
}

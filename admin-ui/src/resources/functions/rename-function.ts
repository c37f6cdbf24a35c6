/**
 * Renames a function in a source; returns it unchanged when it does not define the function or the new name is not an
 * identifier.
 */
export function renameFunction(source: string, before: string, after: string): string {
  if (!isWritable(before) || !isWritable(after)) return source;
  const definition = new RegExp(`\\bfunction ${before.replaceAll('$', '\\$')}\\(`);
  return source.replace(definition, () => `function ${after}(`);
}

/** True for a valid identifier; while a name is being typed it may be empty. */
function isWritable(name: string): boolean {
  return /^(?:[\p{ID_Start}_$][\p{ID_Continue}$]*)?$/u.test(name);
}

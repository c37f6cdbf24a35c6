/**
 * Renames a function in a source. Returns the source unchanged if it does not define the function, or if the new name
 * is not an identifier.
 */
export function renameFunction(source: string, before: string, after: string): string {
  if (!isWritable(before) || !isWritable(after)) return source;
  const definition = new RegExp(`\\bfunction ${before.replaceAll('$', '\\$')}\\(`);
  return source.replace(definition, () => `function ${after}(`);
}

/** True for a valid identifier, or for an empty name, which occurs while somebody types. */
function isWritable(name: string): boolean {
  return /^(?:[\p{ID_Start}_$][\p{ID_Continue}$]*)?$/u.test(name);
}

/**
 * Renames a function in a source. Returns the source unchanged if it does not define the function, if it already
 * defines a function of the new name, or if one of the names is not an identifier.
 */
export function renameFunction(source: string, before: string, after: string): string {
  if (!isIdentifier(before) || !isIdentifier(after) || definitionOf(after).test(source)) return source;
  return source.replace(definitionOf(before), (_, start: string) => start + after);
}

function definitionOf(name: string): RegExp {
  return new RegExp(`(\\bfunction\\s+)${name.replaceAll('$', '\\$')}(?=\\s*\\()`, 'u');
}

function isIdentifier(name: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name);
}

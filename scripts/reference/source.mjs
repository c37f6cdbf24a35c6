import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../generated.mjs';

/** The syntax tree of a file of the repository. */
export function parse(path) {
  return ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Calls `visit` with every node below `node`. */
export function walk(node, visit) {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** The docstring of a declaration on one line. */
export function docstringOf(node) {
  const [doc] = node.jsDoc ?? [];
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').replace(/\s+/g, ' ').trim();
}

// The refusals of the admin API, as its code words them.
import { globSync } from 'node:fs';
import ts from 'typescript';
import { markdownTable, ROOT } from '../generated.mjs';
import { parse, walk } from './source.mjs';

/** The functions of libs/admin/src/api/admin-error.ts. */
const STATUS_OF = {
  badRequest: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  invalid: 422,
  tooMany: 429,
};

/** What is more than a place to fill in. */
const WORDS = /\w+ \w+/;

export function adminErrors() {
  const found = new Map();
  const files = globSync('libs/admin/src/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('.spec.ts'),
  );
  for (const file of files.toSorted()) {
    walk(parse(file), (node) => {
      if (!ts.isCallExpression(node)) return;
      const status = STATUS_OF[node.expression.getText()];
      for (const text of status ? textsOf(node.expression.getText(), node.arguments[0]) : [])
        if (WORDS.test(text)) found.set(`${status} ${text}`, [status, text]);
    });
  }
  const rows = [...found.values()].toSorted(([a, x], [b, y]) => a - b || (x < y ? -1 : 1));
  return markdownTable(['status', 'message'], rows);
}

function textsOf(name, argument) {
  if (name === 'notFound') return ['There is no such …, or it is not yours to see'];
  const suffix = name === 'tooMany' ? '; try again in … seconds' : '';
  if (argument && ts.isObjectLiteralExpression(argument)) {
    return argument.properties.flatMap((property) => {
      const text = property.initializer && textOf(property.initializer);
      return text === undefined ? [] : [`${nameOf(property.name)} ${text}`];
    });
  }
  const texts =
    argument && ts.isConditionalExpression(argument) ? [argument.whenTrue, argument.whenFalse] : [argument];
  return texts.flatMap((each) => (each && textOf(each)) ?? []).map((text) => text + suffix);
}

function nameOf(name) {
  return ts.isComputedPropertyName(name) ? '…' : name.getText();
}

/** A literal text; what is filled in stands as `…`. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left !== undefined && right !== undefined ? left + right : undefined;
  }
  return undefined;
}

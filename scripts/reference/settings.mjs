// Every setting as the classes of libs/platform/src/config say it: variable, default and docstring.
import { basename } from 'node:path';
import ts from 'typescript';
import { markdownTable } from '../generated.mjs';
import { docstringOf, parse, walk } from './source.mjs';

const FOLDER = 'libs/platform/src/config';
const WIDTH = 110;
const KINDS = new Set(['Setting', 'SecretSetting']);
const UNSET = new Set(['undefined', '[]', 'false', "''"]);

/** The parts of the configuration in the order of `AppConfig`, each with its settings in theirs. */
export function readSettings() {
  const files = new Map();
  const parts = [];
  walk(parse(`${FOLDER}/load-config.ts`), (node) => {
    if (ts.isImportDeclaration(node)) {
      const file = `${FOLDER}/${basename(node.moduleSpecifier.text, '.js')}.ts`;
      for (const { name } of node.importClause?.namedBindings?.elements ?? []) files.set(name.text, file);
    }
    if (ts.isPropertyDeclaration(node) && ts.isNewExpression(node.initializer))
      parts.push(readPart(files.get(node.initializer.expression.getText())));
  });
  return parts;
}

function readPart(path) {
  const part = { title: '', about: '', settings: [] };
  walk(parse(path), (node) => {
    if (ts.isClassDeclaration(node)) {
      part.title = titleOf(node.name.text);
      part.about = docstringOf(node);
    }
    if (!ts.isPropertyDeclaration(node)) return;
    const decorators = ts.getDecorators(node) ?? [];
    const setting = decorators.find(({ expression }) => KINDS.has(expression.expression?.getText()));
    if (!setting) return;
    const isSecret = setting.expression.expression.getText() === 'SecretSetting';
    const [variable] = setting.expression.arguments;
    const about = docstringOf(node);
    if (!about) throw new Error(`${path}: ${variable.text} has no docstring`);
    part.settings.push({ variable: variable.text, isSecret, about, default: defaultOf(node.initializer) });
  });
  return part;
}

/** `Functions` for `FunctionsConfig`. */
function titleOf(className) {
  const name = className.replace(/Config$/, '');
  return name === 'Http' ? 'HTTP' : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** The text that gives the default; undefined: none, or one that the docstring has to tell. */
function defaultOf(initializer) {
  const code = initializer?.getText() ?? 'undefined';
  if (UNSET.has(code)) return undefined;
  if (ts.isStringLiteral(initializer)) return initializer.text;
  // A product such as 256 * 1024.
  if (!/^[\d_]+( \* [\d_]+)*$/.test(code)) return code === 'true' ? code : undefined;
  const product = code.split(' * ').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
  return String(product);
}

/** For docs/configuration.md. */
export function settingTables(parts) {
  return parts
    .map(({ title, about, settings }) => {
      const rows = settings.map((each) => [
        `\`${each.variable}\`${each.isSecret ? `, or \`${each.variable}_FILE\`` : ''}`,
        each.default === undefined ? '' : `\`${each.default}\``,
        each.about,
      ]);
      return [`### ${title}`, about, markdownTable(['setting', 'default', 'what it is'], rows)]
        .filter(Boolean)
        .join('\n\n');
    })
    .join('\n\n');
}

/** The file .env.example. */
export function envExample(parts) {
  const settings = parts
    .flatMap((part) => part.settings)
    .map(({ variable, isSecret, about, ...rest }) => {
      const file = isSecret ? `# In its place a file that has it:\n#${variable}_FILE=\n` : '';
      return `${comment(about)}\n#${variable}=${rest.default ?? ''}\n${file}`;
    });
  return [
    '# Made by npm run reference. Every setting and its default: copy to .env and change what you need. npm start, npm run\n' +
      '# demo, latchkey and docker compose read it. More about them: docs/configuration.md\n',
    ...settings,
  ].join('\n');
}

/** Plain text, folded. */
function comment(markdown) {
  const words = markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('`', '')
    .split(' ');
  const lines = [''];
  for (const word of words) {
    if (`# ${lines.at(-1)} ${word}`.length > WIDTH) lines.push('');
    lines[lines.length - 1] += lines.at(-1) === '' ? word : ` ${word}`;
  }
  return lines.map((line) => `# ${line}`).join('\n');
}

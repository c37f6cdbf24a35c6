// Reads all settings from the classes in libs/platform/src/config: variable, default and docstring.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { markdownTable, ROOT } from './files.ts';

const FOLDER = 'libs/platform/src/config';
const WIDTH = 110;
const DECORATORS = new Set(['Setting', 'SecretSetting']);
const UNSET = new Set(['undefined', '[]', 'false', "''"]);

interface Setting {
  variable: string;
  isSecret: boolean;
  about: string;
  /**
   * The default, written as in the environment. `undefined` if there is no default, or if the docstring describes the
   * default.
   */
  default: string | undefined;
}

/** The settings of one class. */
interface Section {
  title: string;
  about: string;
  settings: Setting[];
}

/** Returns the sections of the configuration in the order of `AppConfig`, with their settings. */
export function readSettings(): Section[] {
  const files = new Map<string, string>();
  const sections: Section[] = [];
  walk(parse(`${FOLDER}/load-config.ts`), (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const file = `${FOLDER}/${basename(node.moduleSpecifier.text, '.js')}.ts`;
      const names = node.importClause?.namedBindings;
      if (names && ts.isNamedImports(names))
        for (const { name } of names.elements) files.set(name.text, file);
    }
    if (ts.isPropertyDeclaration(node) && node.initializer && ts.isNewExpression(node.initializer))
      sections.push(readSection(files.get(node.initializer.expression.getText())!));
  });
  return sections;
}

function readSection(path: string): Section {
  const section: Section = { title: '', about: '', settings: [] };
  walk(parse(path), (node) => {
    if (ts.isClassDeclaration(node)) {
      section.title = titleOf(node.name?.text ?? '');
      section.about = docstringOf(node);
    }
    if (!ts.isPropertyDeclaration(node)) return;
    const call = (ts.getDecorators(node) ?? [])
      .map(({ expression }) => expression)
      .filter((expression) => ts.isCallExpression(expression))
      .find(({ expression }) => DECORATORS.has(expression.getText()));
    if (!call) return;
    const variable = call.arguments[0]!.getText().slice(1, -1);
    const about = docstringOf(node);
    if (!about) throw new Error(`${path}: ${variable} has no docstring`);
    const isSecret = call.expression.getText() === 'SecretSetting';
    section.settings.push({ variable, isSecret, about, default: defaultOf(node.initializer) });
  });
  return section;
}

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  node.forEachChild((child) => walk(child, visit));
}

/** Returns the docstring of a declaration as a single line. */
function docstringOf(node: ts.Node): string {
  const doc = ts.getJSDocCommentsAndTags(node).find((part) => ts.isJSDoc(part));
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').replace(/\s+/g, ' ').trim();
}

/** Returns the title of a class, such as `Functions` for `FunctionsConfig`. */
function titleOf(className: string): string {
  const name = className.replace(/Config$/, '');
  return name === 'Http' ? 'HTTP' : name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function defaultOf(initializer: ts.Expression | undefined): string | undefined {
  const code = initializer?.getText() ?? 'undefined';
  if (UNSET.has(code)) return undefined;
  if (initializer && ts.isStringLiteral(initializer)) return initializer.text;
  // Evaluates a product such as 256 * 1024.
  if (!/^[\d_]+( \* [\d_]+)*$/.test(code)) return code === 'true' ? code : undefined;
  const product = code.split(' * ').reduce((all, factor) => all * Number(factor.replaceAll('_', '')), 1);
  return String(product);
}

/** Returns the tables for docs/configuration.md. */
export function settingTables(sections: Section[]): string {
  return sections
    .map(({ title, about, settings }) => {
      const rows = settings.map((each) => [
        `\`${each.variable}\`${each.isSecret ? `, or \`${each.variable}_FILE\`` : ''}`,
        each.default === undefined ? '' : `\`${each.default}\``,
        each.about,
      ]);
      return [`### ${title}`, about, markdownTable(['setting', 'default', 'meaning'], rows)]
        .filter(Boolean)
        .join('\n\n');
    })
    .join('\n\n');
}

/** Returns the content of .env.example. */
export function envExample(sections: Section[]): string {
  const settings = sections
    .flatMap((section) => section.settings)
    .map(({ variable, isSecret, about, ...rest }) => {
      const file = isSecret ? `# Or the file that contains the value:\n#${variable}_FILE=\n` : '';
      return `${comment(about)}\n#${variable}=${rest.default ?? ''}\n${file}`;
    });
  return [
    '# Made by npm run generate. Every setting and its default: copy to .env and change what you need. npm start, npm run\n' +
      '# demo, latchkey and docker compose read it. More about them: docs/configuration.md\n',
    ...settings,
  ].join('\n');
}

/** Converts Markdown to plain text, and returns the text as comment lines. */
function comment(markdown: string): string {
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

import { describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { accountEn } from '../admin-ui/src/i18n/areas/account.en.js';
import { cardsEn } from '../admin-ui/src/i18n/areas/cards.en.js';
import { commonEn } from '../admin-ui/src/i18n/areas/common.en.js';
import { contentEn } from '../admin-ui/src/i18n/areas/content.en.js';
import { notifiersEn } from '../admin-ui/src/i18n/areas/notifiers.en.js';
import { overviewEn } from '../admin-ui/src/i18n/areas/overview.en.js';
import { webhooksEn } from '../admin-ui/src/i18n/areas/webhooks.en.js';
import { requestsEn } from '../admin-ui/src/i18n/areas/requests.en.js';
import { salesEn } from '../admin-ui/src/i18n/areas/sales.en.js';
import { searchEn } from '../admin-ui/src/i18n/areas/search.en.js';

/** All texts of the panel. */
const AREAS = [
  accountEn,
  cardsEn,
  commonEn,
  contentEn,
  notifiersEn,
  overviewEn,
  requestsEn,
  salesEn,
  searchEn,
  webhooksEn,
];
const RESOURCES: Record<string, { fields: Record<string, string> }> = {
  ...accountEn.resources,
  ...cardsEn.resources,
  ...contentEn.resources,
  ...notifiersEn.resources,
  ...webhooksEn.resources,
  ...salesEn.resources,
  ...requestsEn.resources,
};
/** Folders whose name differs from that of their resource in the API. */
const FOLDERS: Record<string, string> = { refusals: 'requests' };
/** Pages whose fields belong to different records than the resource of their folder. */
const OTHER_RECORDS = [
  'calls-tab',
  'deliveries-tab',
  'device-lookup',
  'messages-tab',
  'versions-tab',
  'import-report',
];

/** Returns the fields whose labels react-admin looks up by name: the fields of elements without their own label. */
function fieldsIn(file: string): string[] {
  const fields: string[] = [];
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node, isLabelled: boolean): void => {
    const opening = ts.isJsxElement(node) ? node.openingElement : node;
    const isTag = ts.isJsxOpeningElement(opening) || ts.isJsxSelfClosingElement(opening);
    const properties = isTag ? [...opening.attributes.properties] : [];
    const attribute = (wanted: string) =>
      properties.filter(ts.isJsxAttribute).find(({ name }) => name.getText(source) === wanted);
    const isNowLabelled = isLabelled || attribute('label') !== undefined;
    const field = attribute('source')?.initializer;
    if (field && ts.isStringLiteral(field) && !isNowLabelled) fields.push(field.text);
    ts.forEachChild(node, (child) => visit(child, isNowLabelled));
  };
  visit(source, false);
  return fields;
}

// For a field without a label, react-admin generates an English name, even in the Chinese panel.
describe('The panel has a label for every field that it shows', () => {
  it.each(Object.keys(RESOURCES))('of %s', (resource) => {
    const files = globSync(`admin-ui/src/resources/${FOLDERS[resource] ?? resource}/*.tsx`).filter(
      (file) => !OTHER_RECORDS.some((page) => file.includes(page)),
    );
    const shown = new Set(files.flatMap(fieldsIn));
    expect([...shown].filter((field) => !(field in RESOURCES[resource]!.fields))).toEqual([]);
  });

  it('of cards and users', () => {
    const shown = new Set(globSync('admin-ui/src/holders/*.tsx').flatMap(fieldsIn));
    const { cards, users, devices, sessions } = cardsEn.resources;
    for (const { fields } of [cards, users]) {
      const known = { ...fields, ...devices.fields, ...sessions.fields };
      expect([...shown].filter((field) => !(field in known))).toEqual([]);
    }
  });
});

// An unknown key is shown as it is, in both languages.
it('The panel has a text for every key in its sources', () => {
  const keys = globSync('admin-ui/src/**/*.{ts,tsx}', { exclude: ['**/i18n/areas/*'] }).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(['"])(panel(?:\.\w+)+)\1/g)].map(([, , key]) => key!),
  );
  expect(keys.length).toBeGreaterThan(500);
  expect(keys.filter((key) => !AREAS.some((area) => hasText(area, key)))).toEqual([]);
});

/** Returns whether an area of the texts has a text, or a group of texts, such as `panel.holder`. */
function hasText(area: object, key: string): boolean {
  const found = key
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)?.[name], area);
  return found !== undefined;
}

import type { Visitor } from './panel-browser.js';

/** The pages of the panel by section of its menu, after `openShop` has filled it. */
export const PAGES: Record<string, readonly string[]> = {
  overview: ['/', '/account'],
  cards: [
    ...pagesOf('cards', 'create', '1', '1/show', '2/show', '10/show', '12/show'),
    ...pagesOf('card-jobs', 'create', '1/show'),
    ...pagesOf('card-types', 'create', '1'),
  ],
  orders: [
    ...pagesOf('orders', 'create', '1/show'),
    ...pagesOf(
      'channels',
      'create',
      '1',
      '1/show',
      '1/show/connect',
      '2/show',
      '2/show/connect',
      '3/show/connect',
      '4',
      '4/show/connect',
      '4/show/payments',
    ),
  ],
  customers: [
    ...pagesOf('users', 'create', '1', '1/show'),
    ...pagesOf('sessions'),
    ...pagesOf('devices', 'lookup', 'lookup?q=PC-1'),
    ...pagesOf('refusals'),
    ...pagesOf('trials'),
    ...pagesOf('blocks', 'create', '1', '1/show'),
  ],
  content: [
    ...pagesOf('variables', 'create', '1', '1/versions', '1/show'),
    ...pagesOf('data', 'create', '1', '1/show'),
    ...pagesOf('functions', 'create', '1', '1/settings', '1/versions', '1/calls', '1/show'),
    ...pagesOf('versions', 'create', '1', '1/show'),
  ],
  developers: [
    '/integration',
    '/signature-check',
    ...pagesOf('api-tokens', 'create'),
    ...pagesOf('webhooks', 'create', '1', '1/deliveries'),
  ],
  settings: [
    ...pagesOf(
      'applications',
      'create',
      '1',
      '1/signing',
      '1/sessions',
      '1/unbinding',
      '1/trials',
      '1/portal',
      '1/compat',
      '1/texts',
      '1/show',
    ),
    ...pagesOf('admins', 'create', '2'),
    ...pagesOf('notifiers', 'create', '1', '1/messages'),
    ...pagesOf('audit-log', '1/show'),
  ],
};

export type Theme = 'light' | 'dark';

/**
 * Returns the faults of pages, by path; pages without faults are omitted.
 * @param visitor signed in, with the first theme
 * @param pictures file name prefix of the screenshots
 * @param themes one, or both: with the second theme only the colours are checked, since nothing else differs
 */
export async function faultsOfPages(
  visitor: Visitor,
  pictures: string,
  themes: readonly Theme[],
  pages: readonly string[],
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const path of pages) {
    await visitor.open(path);
    // On a slow machine the title may appear after the rest of the page.
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
    const found = await faultsInThemes(visitor, `${pictures}-${path.slice(1).replaceAll('/', '-')}`, themes);
    if (found.length > 0) faults[path] = found;
  }
  return faults;
}

/** Returns the faults of the page that is open. */
export async function faultsInThemes(
  visitor: Visitor,
  picture: string,
  [first, second]: readonly Theme[],
): Promise<string[]> {
  const faults = await visitor.faults(picture);
  if (!first || !second) return faults;
  await visitor.useTheme(second);
  const ofColours = await visitor.faults(`${picture}-${second}`, ['color-contrast']);
  await visitor.useTheme(first);
  return [...faults, ...ofColours.map((fault) => `${second}: ${fault}`)];
}

function pagesOf(resource: string, ...pages: string[]): string[] {
  return [`/${resource}`, ...pages.map((page) => `/${resource}/${page}`)];
}

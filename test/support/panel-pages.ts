import type { Visitor } from './panel-browser.js';

/** The pages of the panel, after `openShop` has filled it. */
export const PAGES = [
  '/',
  ...pagesOf('cards', 'create', '1', '1/show', '2/show', '10/show', '12/show'),
  ...pagesOf('card-jobs', 'create', '1/show'),
  ...pagesOf('card-types', 'create', '1'),
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
  ...pagesOf('users', 'create', '1', '1/show'),
  ...pagesOf('sessions'),
  ...pagesOf('devices', 'lookup', 'lookup?q=PC-1'),
  ...pagesOf('refusals'),
  ...pagesOf('trials'),
  ...pagesOf('blocks', 'create', '1', '1/show'),
  ...pagesOf('variables', 'create', '1', '1/versions', '1/show'),
  ...pagesOf('data', 'create', '1', '1/show'),
  ...pagesOf('functions', 'create', '1', '1/settings', '1/versions', '1/calls', '1/show'),
  ...pagesOf('versions', 'create', '1', '1/show'),
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
  ...pagesOf('api-tokens', 'create'),
  ...pagesOf('notifiers', 'create', '1', '1/messages'),
  ...pagesOf('webhooks', 'create', '1', '1/deliveries'),
  ...pagesOf('audit-log', '1/show'),
  '/integration',
  '/signature-check',
  '/account',
];

export type Theme = 'light' | 'dark';

/**
 * Returns the faults of the sign-in page and of every page behind it, by path; pages without faults are omitted.
 * @param visitor at the sign-in page, in the first theme
 * @param pictures file name prefix of the screenshots
 * @param themes one, or both: in the second one only the colours are checked, since nothing else differs
 */
export async function faultsOfPages(
  visitor: Visitor,
  pictures: string,
  themes: readonly Theme[],
  signIn: () => Promise<void>,
): Promise<Record<string, string[]>> {
  const check = (page: string) => faultsInThemes(visitor, `${pictures}-${page}`, themes);
  const faults: Record<string, string[]> = { 'sign-in': await check('sign-in') };
  await signIn();
  for (const path of PAGES) {
    await visitor.open(path);
    faults[path] = await check(path.slice(1).replaceAll('/', '-'));
  }
  return Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0));
}

async function faultsInThemes(
  visitor: Visitor,
  picture: string,
  [first, second]: readonly Theme[],
): Promise<string[]> {
  const faults = await visitor.faults(picture);
  if (!first || !second) return faults;
  const background = await visitor.background();
  await visitor.useTheme(second);
  if ((await visitor.background()) === background) faults.push(`${second} looks like ${first}`);
  const ofColours = await visitor.faults(`${picture}-${second}`, ['color-contrast']);
  await visitor.useTheme(first);
  return [...faults, ...ofColours.map((fault) => `${second}: ${fault}`)];
}

function pagesOf(resource: string, ...pages: string[]): string[] {
  return [`/${resource}`, ...pages.map((page) => `/${resource}/${page}`)];
}

import type { commonEn } from '../i18n/areas/common.en';

/** A section of the menu: resources, and paths of pages that belong to no resource. */
export interface MenuSection {
  /** The key of its heading under `panel.menu`. */
  name: Exclude<keyof typeof commonEn.panel.menu, 'label'>;
  entries: readonly string[];
}

/** The menu below the overview. An entry that begins with a slash is a page. Other entries are resources. */
export const MENU_SECTIONS: readonly MenuSection[] = [
  { name: 'cards', entries: ['cards', 'card-types', 'card-jobs'] },
  { name: 'orders', entries: ['orders', 'channels'] },
  { name: 'customers', entries: ['users', 'refusals', 'devices', 'sessions', 'trials', 'blocks'] },
  { name: 'content', entries: ['variables', 'data', 'functions', 'versions'] },
  { name: 'developers', entries: ['/integration', '/signature-check', 'api-tokens', 'webhooks'] },
  { name: 'settings', entries: ['applications', 'admins', 'notifiers', 'audit-log'] },
];

/** Resources whose records belong to one application each. */
export const APPLICATION_RESOURCES: ReadonlySet<string> = new Set(
  MENU_SECTIONS.slice(0, 4).flatMap(({ entries }) => entries),
);

/** Returns the section of a path such as `/cards/7/show`. */
export function sectionOf(path: string): MenuSection | undefined {
  const first = path.split('/')[1] ?? '';
  return MENU_SECTIONS.find(({ entries }) => entries.includes(first) || entries.includes(`/${first}`));
}

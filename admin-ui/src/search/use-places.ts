import { useGetResourceLabel, usePermissions, useResourceDefinitions, useTranslate } from 'react-admin';
import type { Role } from '../api/types';
import { mayDo } from '../auth/access';
import { type SearchAnswer, type SearchOption, onlyCard } from './search-options';

/**
 * Pages without a resource. `needs` is the request that the role must be allowed to send; without `needs`, any role may
 * open the page.
 */
const PAGES = [
  { path: '/', label: 'ra.page.dashboard' },
  { path: '/integration', label: 'panel.integration.title' },
  { path: '/signature-check', label: 'panel.signature_check.title', needs: ['signature-check', 'create'] },
  { path: '/account', label: 'panel.account.title' },
] as const;

/** Actions that do not require a record. */
const ACTIONS = [
  { path: '/cards/create', label: 'panel.search.generate_cards', needs: ['card-jobs', 'generate'] },
  { path: '/card-jobs/create', label: 'panel.search.import_cards', needs: ['card-jobs', 'import'] },
  { path: '/orders/create', label: 'panel.search.issue_cards', needs: ['orders', 'create'] },
  { path: '/applications/create', label: 'panel.search.new_application', needs: ['applications', 'create'] },
] as const;

/**
 * Returns the pages and actions that the role may use and whose names contain the text; all of them for an empty text.
 * If `answer` identifies a single card, freezing this card is the first action.
 */
export function usePlaces(text: string, answer: SearchAnswer | undefined): SearchOption[] {
  const translate = useTranslate();
  const definitions = useResourceDefinitions();
  const labelOf = useGetResourceLabel();
  const { permissions: role } = usePermissions<Role>();
  if (!role) return [];

  const may = (place: object) => {
    const [resource, action] = (place as { needs?: readonly [string, string] }).needs ?? [];
    return resource === undefined || mayDo(role, resource, action!);
  };
  const placesOf = (group: string, places: readonly { path: string; label: string }[]): SearchOption[] =>
    places.filter(may).map(({ path, label }) => ({
      id: `${group}-${path.replaceAll('/', '-')}`,
      group,
      label: translate(label),
      target: { path },
    }));
  const lists = Object.values(definitions)
    .filter(({ name, hasList }) => hasList && mayDo(role, name, 'list'))
    .map(({ name }) => ({ path: `/${name}`, label: labelOf(name, 2) }));
  const wanted = text.trim().toLocaleLowerCase();
  const named = [...placesOf('action', ACTIONS), ...placesOf('page', [...PAGES, ...lists])].filter(
    (option) => 'label' in option && option.label.toLocaleLowerCase().includes(wanted),
  );
  const card = answer && onlyCard(answer);
  const isFreezable = card && !card.frozen && mayDo(role, 'cards', 'freeze');
  return isFreezable
    ? [freezing(card, translate('panel.search.freeze', { card: card.title })), ...named]
    : named;
}

function freezing(
  { id, applicationId }: { id: number | null; applicationId: number },
  label: string,
): SearchOption {
  const target = { path: `/cards/${id}/show`, applicationId, action: 'freeze' };
  return { id: 'action-freeze', group: 'action', label, target };
}

import { useGetList } from 'react-admin';
import { useApplications } from '../../layout/application-context';
import { useActivityStats, useCardStats } from '../use-stats';

const POLL_MS = 4000;
const FIRST = { pagination: { page: 1, perPage: 1 } };

export interface Step {
  name: 'application' | 'card_type' | 'cards' | 'snippet' | 'login';
  isDone: boolean;
  /** Link to the page of the step; absent if the step only waits. */
  to?: string;
}

/**
 * Returns the steps to the first client login, and whether each is done. Returns `undefined` while this is not known.
 */
export function useSteps(): Step[] | undefined {
  const { applications, isPending } = useApplications();
  const hasApplication = applications.length > 0;
  // Uses a cached count. If cards are in use, nothing else has to be requested.
  const { data: counted } = useCardStats(undefined);
  const isInUse =
    counted !== undefined && counted.cards.active + counted.cards.expired + counted.cards.consumed > 0;
  const asks = { enabled: hasApplication && counted !== undefined && !isInUse };
  const types = useGetList('card-types', FIRST, asks);
  // A job may still be generating the cards.
  const cards = useGetList('cards', FIRST, { ...asks, refetchInterval: untilFirst });
  const hasCards = isInUse || (cards.total ?? 0) > 0;
  const sessions = useGetList('sessions', FIRST, { ...asks, refetchInterval: untilFirst });
  const hasLogin = isInUse || (sessions.total ?? 0) > 0;
  const activity = useActivityStats(undefined, '24h', {
    enabled: asks.enabled,
    refetchInterval: hasCards && !hasLogin && POLL_MS,
  });
  // A refused request counts too: it shows that the snippet runs, and the panel explains the refusal.
  const hasRequest = hasLogin || (activity.data?.points.some(({ refusals }) => refusals > 0) ?? false);

  const isUnknown =
    asks.enabled && (types.isPending || cards.isPending || sessions.isPending || activity.isPending);
  if (isPending || isUnknown || (hasApplication && counted === undefined)) return undefined;
  return [
    { name: 'application', isDone: hasApplication, to: '/applications/create' },
    { name: 'card_type', isDone: hasCards || (types.total ?? 0) > 0, to: '/card-types/create' },
    { name: 'cards', isDone: hasCards, to: '/cards/create' },
    { name: 'snippet', isDone: hasRequest, to: '/integration' },
    { name: 'login', isDone: hasLogin },
  ];
}

function untilFirst({ state }: { state: { data?: { total?: number } } }): number | false {
  return !state.data?.total && POLL_MS;
}

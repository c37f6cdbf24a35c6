import { useGetList } from 'react-admin';
import type { Application, Dto } from '../../api/types';
import { useApplication, useApplications } from '../../layout/application-context';
import { useCardStats, useOverview } from '../use-stats';

const POLL_MS = 4000;
const FIRST = { pagination: { page: 1, perPage: 1 }, sort: { field: 'id', order: 'ASC' } } as const;

/** The progress of a new owner up to the first client login. */
export interface Progress {
  /** The selected application; `undefined` if there is none. */
  application: Application | undefined;
  /** A card of the application; `undefined` if there is none. */
  card: string | undefined;
  hasLogin: boolean;
  /** The most frequent refusal of today; `undefined` if no request was refused. */
  refusal: Dto<'RefusalCodeDto'> | undefined;
}

/** Returns `undefined` while the progress is not known. */
export function useProgress(): Progress | undefined {
  const { applications, isPending } = useApplications();
  const application = useApplication();
  const hasApplication = applications.length > 0;
  // The count is cached by the server. If it shows cards in use, no other request is necessary.
  const { data: counted } = useCardStats(undefined);
  const isInUse =
    counted !== undefined && counted.cards.active + counted.cards.expired + counted.cards.consumed > 0;
  const asks = { enabled: application !== undefined && counted !== undefined && !isInUse };
  const filter = { applicationId: application?.id };
  // A job may still be generating the cards.
  const cards = useGetList<Dto<'CardDto'>>(
    'cards',
    { ...FIRST, filter },
    { ...asks, refetchInterval: untilFirst },
  );
  const sessions = useGetList('sessions', FIRST, { ...asks, refetchInterval: untilFirst });
  const hasLogin = isInUse || (sessions.total ?? 0) > 0;
  const card = cards.data?.[0]?.card;
  const isWaiting = asks.enabled && card !== undefined && !hasLogin;
  // While the panel waits for the first login, it also reads today's refusals: a refused request shows that the program
  // runs, and the panel explains the refusal.
  const today = useOverview(application?.id ?? 0, 'today', {
    enabled: isWaiting,
    refetchInterval: isWaiting && POLL_MS,
  });
  const isUnknown = asks.enabled && (cards.isPending || sessions.isPending);
  if (isPending || isUnknown || (hasApplication && counted === undefined)) return undefined;
  return { application, card, hasLogin, refusal: today.data?.codes[0] };
}

function untilFirst({ state }: { state: { data?: { total?: number } } }): number | false {
  return !state.data?.total && POLL_MS;
}

import { useSessionStats } from '../dashboard/use-stats';
import { useApplications } from './application-context';

/** Returns the number of open sessions of the selected application, refreshed automatically. */
export function useOnline(): number | undefined {
  const { id } = useApplications();
  const { data } = useSessionStats(id ?? undefined);
  return id === null ? undefined : data?.liveNow;
}

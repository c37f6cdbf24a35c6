import { Show } from 'react-admin';
import { useReadingFailed } from '../../components/use-reading-failed';
import { ConfigBlock } from '../../holders/config-block';
import { Diagnosis } from '../../holders/diagnosis';
import { Facts } from '../../holders/facts';
import { HolderActions } from '../../holders/holder-actions';
import { HolderFacts } from '../../holders/holder-facts';
import { HolderHeader } from '../../holders/holder-header';
import { HolderTables } from '../../holders/holder-tables';
import { Timeline } from '../../holders/timeline';
import { WATCH_MS } from '../../holders/use-history';

/** Everything for supporting a user: diagnosis, actions and history. */
export function UserShow() {
  const onError = useReadingFailed();
  return (
    <Show actions={<HolderActions />} queryOptions={{ refetchInterval: WATCH_MS, onError }}>
      <HolderHeader />
      <Diagnosis />
      <Facts>
        <HolderFacts />
      </Facts>
      <ConfigBlock />
      <HolderTables />
      <Timeline />
    </Show>
  );
}

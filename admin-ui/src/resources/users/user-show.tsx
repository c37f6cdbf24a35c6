import { RecordShow } from '../../components/record-show';
import { ConfigBlock } from '../../holders/config-block';
import { Diagnosis } from '../../holders/diagnosis';
import { Facts } from '../../components/facts';
import { HolderActions } from '../../holders/holder-actions';
import { HolderFacts } from '../../holders/holder-facts';
import { HolderHeader } from '../../holders/holder-header';
import { HolderTables } from '../../holders/holder-tables';
import { Timeline } from '../../holders/timeline';
import { WATCH_MS } from '../../holders/use-history';

/** Everything for supporting a user: diagnosis, actions and history. */
export function UserShow() {
  return (
    <RecordShow actions={<HolderActions />} queryOptions={{ refetchInterval: WATCH_MS }}>
      <HolderHeader />
      <Diagnosis />
      <Facts>
        <HolderFacts />
      </Facts>
      <ConfigBlock />
      <HolderTables />
      <Timeline />
    </RecordShow>
  );
}

import { DateField, Labeled, Link, ReferenceField, useRecordContext } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import type { Card } from '../../api/types';
import { ConfigBlock } from '../../holders/config-block';
import { Diagnosis } from '../../holders/diagnosis';
import { Facts, LabeledFields } from '../../components/facts';
import { HolderActions } from '../../holders/holder-actions';
import { HolderFacts } from '../../holders/holder-facts';
import { HolderHeader } from '../../holders/holder-header';
import { HolderTables } from '../../holders/holder-tables';
import { Timeline } from '../../holders/timeline';
import { WATCH_MS } from '../../holders/use-history';
import { useApplications } from '../../layout/application-context';
import { DataUsage } from '../data/data-usage';
import { batchPath } from './batch-path';

/** Everything for supporting a card's owner: diagnosis, actions and history. */
export function CardShow() {
  return (
    <RecordShow actions={<HolderActions />} queryOptions={{ refetchInterval: WATCH_MS }}>
      <HolderHeader />
      <Diagnosis />
      <Facts>
        <HolderFacts />
        <Batch />
        <Issue />
      </Facts>
      <ConfigBlock />
      <RemoteDataUsage />
      <HolderTables />
      <Timeline />
    </RecordShow>
  );
}

function Batch() {
  const record = useRecordContext<Card>();
  const { choose } = useApplications();
  if (!record?.batch) return null;
  return (
    <Labeled source="batch">
      {/* The list shows the selected application, which may be a different one. */}
      <Link to={batchPath(record.batch)} onClick={() => choose(record.applicationId)}>
        {record.batch}
      </Link>
    </Labeled>
  );
}

/** Time at which the card was issued, with the order. */
function Issue() {
  const record = useRecordContext<Card>();
  if (!record || record.issuedAt === null) return null;
  return (
    <LabeledFields>
      <DateField source="issuedAt" />
      {record.orderId !== null && <ReferenceField source="orderId" reference="orders" link="show" />}
    </LabeledFields>
  );
}

function RemoteDataUsage() {
  const record = useRecordContext<Card>();
  return record && <DataUsage applicationId={record.applicationId} card={record.card} hideEmpty />;
}

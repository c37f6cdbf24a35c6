import { DataTable, DateField, FunctionField, Link, SimpleList, TopToolbar, useTranslate } from 'react-admin';
import { ChoiceFilter, FilterBar } from '../../components/filters';
import { messageKey } from '../../i18n/message-key';
import { JOB_KINDS, JOB_STATUSES } from '../../api/choices';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { ShowLink } from '../../components/show-link';
import { stopPropagation } from '../../components/stop-propagation';
import { useIsPhone } from '../../components/use-is-phone';
import { useFormatTime } from '../../components/use-format-time';
import { batchPath } from '../cards/batch-path';
import { MakeCardsButtons } from '../cards/make-cards-buttons';
import { CancelButton } from './cancel-button';
import { JobStatus } from './job-status';
import { batchOf, isOver, type Job, describeOutcome } from './job-outcome';

const FILTERS = (
  <FilterBar
    filters={[
      <ChoiceFilter key="kind" source="kind" choices={JOB_KINDS} />,
      <ChoiceFilter key="status" source="status" choices={JOB_STATUSES} />,
    ]}
  />
);

/** Card jobs, latest first; jobs in progress update automatically. */
export function JobList() {
  return (
    <ApplicationList
      filters={FILTERS}
      perPage={25}
      empty={false}
      queryOptions={{
        refetchInterval: ({ state }) => (state.data?.data?.every((job) => isOver(job as Job)) ? false : 1000),
      }}
      actions={
        <TopToolbar>
          <MakeCardsButtons />
        </TopToolbar>
      }
    >
      <Jobs />
    </ApplicationList>
  );
}

function Jobs() {
  const isPhone = useIsPhone();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  if (isPhone) {
    return (
      <SimpleList<Job>
        primaryText={({ kind, total }) =>
          `${translate(messageKey(`panel.job.kind.${kind}`))} · ${total.toLocaleString()}`
        }
        secondaryText={({ createdAt }) => formatTime(createdAt)}
        rightIcon={() => <JobStatus />}
        rowClick="show"
      />
    );
  }
  return (
    <DataTable bulkActionButtons={false}>
      <DataTable.Col source="id" field={ShowLink} />
      <DataTable.Col source="kind" disableSort>
        <FunctionField<Job> render={({ kind }) => translate(messageKey(`panel.job.kind.${kind}`))} />
      </DataTable.Col>
      <DataTable.NumberCol source="total" disableSort />
      <DataTable.Col source="status" disableSort field={JobStatus} />
      <DataTable.Col source="result" disableSort>
        <FunctionField<Job> render={(job) => (isOver(job) ? describeOutcome(job, translate) : '')} />
      </DataTable.Col>
      <DataTable.Col source="batch" disableSort>
        <FunctionField<Job> render={(job) => <BatchLink batch={batchOf(job)} />} />
      </DataTable.Col>
      <DataTable.Col source="createdBy" disableSort />
      <DataTable.Col source="createdAt" disableSort field={DateField} />
      <DataTable.Col label={<ActionsLabel />} field={CancelButton} />
    </DataTable>
  );
}

function BatchLink({ batch }: { batch: string | undefined }) {
  if (batch === undefined) return null;
  return (
    <Link to={batchPath(batch)} onClick={stopPropagation}>
      {batch}
    </Link>
  );
}

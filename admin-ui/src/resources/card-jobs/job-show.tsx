import { Alert, Box, LinearProgress, Stack, Typography } from '@mui/material';
import {
  DateField,
  FunctionField,
  ReferenceField,
  TextField,
  TopToolbar,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { messageKey } from '../../i18n/message-key';
import { HolderLink } from '../../holders/holder-link';
import { problemText } from '../../i18n/problem-text';
import { useFormatTime } from '../../components/use-format-time';
import { Facts, LabeledFields } from '../../components/facts';
import { CancelButton } from './cancel-button';
import { ImportReport } from './import-report';
import { JobBatch } from './job-batch';
import { JobChip } from './job-status';
import { batchOf, isOver, type Job, describeOutcome, percentOf } from './job-outcome';

const POLL_MS = 500;

/** A job's progress and its outcome: the created cards, or the reason of the failure. */
export function JobShow() {
  return (
    <RecordShow
      actions={
        <TopToolbar>
          <CancelButton />
        </TopToolbar>
      }
      queryOptions={{
        refetchInterval: ({ state }) => (state.data && isOver(state.data as Job) ? false : POLL_MS),
      }}
    >
      <Progress />
      <Warnings />
      <JobBatch />
      <JobFacts />
      <ImportReport />
    </RecordShow>
  );
}

function Progress() {
  const job = useRecordContext<Job>();
  const translate = useTranslate();
  if (!job) return null;
  return (
    <Box sx={{ p: 2, pb: 1 }}>
      <Stack direction="row" aria-live="polite" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography component="h2" variant="h6">
          {translate(messageKey(`panel.job.kind.${job.kind}`))}
        </Typography>
        <JobChip />
      </Stack>
      {isOver(job) ? (
        <Typography sx={{ overflowWrap: 'anywhere' }} color={job.error === null ? undefined : 'error'}>
          {describeOutcome(job, translate)}
        </Typography>
      ) : (
        <>
          <LinearProgress
            variant="determinate"
            value={percentOf(job)}
            aria-label={translate('panel.job.progress')}
            sx={{ my: 1, height: 8, borderRadius: 1 }}
          />
          <Typography variant="body2">
            {translate('panel.job.so_far', {
              progress: job.progress.toLocaleString(),
              total: job.total.toLocaleString(),
            })}
          </Typography>
        </>
      )}
    </Box>
  );
}

function Warnings() {
  const job = useRecordContext<Job>();
  const translate = useTranslate();
  const spentOn = (job?.result?.['spentOn'] ?? []) as SpentCard[];
  return job?.notices.map((notice) => (
    <Alert key={notice.code} severity="warning" sx={{ mx: 2, mb: 1 }}>
      {problemText(notice)}
      {spentOn.map(({ cardId, card, kind, id, name }) => (
        <div key={cardId}>
          <HolderLink holderKind="card" holderId={cardId} holderName={card} /> →{' '}
          {translate(messageKey(`panel.holder.${kind}`))}{' '}
          <HolderLink holderKind={kind} holderId={id} holderName={name} />
        </div>
      ))}
    </Alert>
  ));
}

/** A card that was consumed before it was frozen, and the card or user that consumed it. */
interface SpentCard {
  cardId: number;
  card: string;
  kind: 'card' | 'user';
  id: number;
  name: string | null;
}

function JobFacts() {
  const job = useRecordContext<Job>();
  const translate = useTranslate();
  if (!job) return null;
  const { cardTypeId, mask, note, amount, unit, uses } = job.input as Record<
    string,
    string | number | null | undefined
  >;
  const batch = batchOf(job);
  return (
    <Facts>
      {cardTypeId && (
        <ReferenceField source="input.cardTypeId" label="panel.cards.type" reference="card-types" />
      )}
      {batch !== undefined && <FunctionField source="batch" render={() => batch} />}
      <Which />
      <FunctionField<Job> source="total" render={({ total }) => total.toLocaleString()} />
      {mask && <TextField source="input.mask" label="panel.cards.mask" />}
      {amount && (
        <FunctionField
          label="panel.action.add-time"
          render={() => translate(`panel.duration.${unit}`, { smart_count: amount })}
        />
      )}
      {uses && <TextField source="input.uses" label="panel.action.add-uses" />}
      {note && <TextField source="input.note" label="panel.cards.note" />}
      <TextField source="createdBy" />
      <DateField source="createdAt" />
      <DateField source="finishedAt" emptyText="–" />
    </Facts>
  );
}

/** Labels of the filters of cards and users. */
const FILTERS: Record<string, string> = {
  card: 'panel.filter.card_begins',
  note: 'panel.filter.note_begins',
  username: 'panel.filter.username_begins',
  batch: 'panel.filter.batch_is',
  orderId: 'resources.cards.fields.orderId',
  issued: 'panel.cards.issued',
  issuedAt: 'resources.cards.fields.issuedAt',
  deviceId: 'panel.filter.device_is',
  state: 'panel.filter.state',
  status: 'resources.cards.fields.status',
  frozen: 'panel.state.frozen',
  expiresFrom: 'panel.filter.expires_from',
  expiresBefore: 'panel.filter.expires_before',
};

const TIMES = new Set(['expiresFrom', 'expiresBefore', 'issuedAt']);

type FilterValue = string | number | boolean;

/** The list filter that selected the cards or users of the job. */
function Which() {
  const job = useRecordContext<Job>();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const filter = job?.input['filter'] as Record<string, FilterValue> | undefined;
  if (!filter) return null;
  const { applicationId: _, cardTypeId, ...narrowed } = filter;
  const shown = (key: string, value: FilterValue) => {
    if (TIMES.has(key)) return formatTime(Number(value));
    if (key === 'orderId') return `#${value}`;
    if (key === 'state') return translate(`panel.state.${value}`);
    if (key === 'status') return translate(`panel.status.${value}`);
    if (key === 'issued') return translate(value ? 'panel.cards.is_issued' : 'panel.cards.is_available');
    return key === 'frozen' ? translate(`ra.boolean.${value}`) : value;
  };
  const all = job!.input['holderKind'] === 'user' ? 'panel.job.all_users' : 'panel.job.all';
  const text = Object.entries(narrowed).map(
    ([key, value]) => `${translate(FILTERS[key] ?? key, { _: key })}: ${shown(key, value)}`,
  );
  return (
    <LabeledFields>
      {cardTypeId !== undefined && (
        <ReferenceField source="input.filter.cardTypeId" label="panel.cards.type" reference="card-types" />
      )}
      {(text.length > 0 || cardTypeId === undefined) && (
        <FunctionField
          label="panel.bulk.which"
          render={() => text.join(translate('panel.comma')) || translate(all)}
        />
      )}
    </LabeledFields>
  );
}

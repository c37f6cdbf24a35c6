import History from '@mui/icons-material/History';
import Replay from '@mui/icons-material/Replay';
import { Box, Chip, Stack } from '@mui/material';
import { useState } from 'react';
import {
  Button,
  DataTable,
  DateField,
  Pagination,
  required,
  useDataProvider,
  useListContext,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { ActionsLabel } from '../../components/actions-label';
import { EmptyText } from '../../components/empty-text';
import { EpochInput } from '../../components/epoch-input';
import { FormDialog } from '../../components/form-dialog';
import { LongTextField } from '../../components/long-text-field';
import { SwitchInput } from '../../components/switch-input';
import { RefreshListButton, TabList } from '../../components/tab-list';
import type { webhooksEn } from '../../i18n/areas/webhooks.en';
import { messageKey } from '../../i18n/message-key';

type Webhook = Dto<'WebhookDto'>;
type Delivery = Dto<'WebhookDeliveryDto'>;
type Fault = keyof typeof webhooksEn.panel.webhooks.faults;

const COLORS = { pending: 'info', delivered: 'success', failed: 'error' } as const;
const DAY_MS = 86_400_000;

/** The deliveries of a webhook with their latest answers. */
export function DeliveriesTab() {
  const webhook = useRecordContext<Webhook>();
  if (!webhook) return null;
  return (
    <Box sx={{ width: '100%', overflowX: 'auto' }}>
      <TabList resource="webhook-deliveries" filter={{ webhookId: webhook.id }}>
        <DeliveriesToolbar webhook={webhook} />
        <DataTable<Delivery>
          bulkActionButtons={false}
          rowClick={false}
          sx={{ '& td': { whiteSpace: 'nowrap' } }}
          empty={<EmptyText text="panel.webhooks.deliveries.none" />}
        >
          <DataTable.Col label="panel.webhooks.deliveries.at" disableSort>
            <DateField source="eventAt" />
          </DataTable.Col>
          <DataTable.Col source="type" label="panel.webhooks.deliveries.type" disableSort />
          <DataTable.Col source="event" label="panel.webhooks.deliveries.event" disableSort />
          <DataTable.Col label="panel.webhooks.deliveries.status" disableSort field={StatusChip} />
          <DataTable.NumberCol source="attempts" label="panel.webhooks.deliveries.attempts" disableSort />
          <DataTable.Col label="panel.webhooks.deliveries.answer" disableSort field={AnswerField} />
          <DataTable.Col label="panel.webhooks.deliveries.next" disableSort>
            <DateField source="nextAt" emptyText="–" />
          </DataTable.Col>
          <DataTable.Col label={<ActionsLabel />}>
            {webhook.enabled && (
              <ActionButton action="replay" label="panel.webhooks.deliveries.replay" icon={<Replay />} />
            )}
          </DataTable.Col>
        </DataTable>
        <Pagination />
      </TabList>
    </Box>
  );
}

function DeliveriesToolbar({ webhook }: { webhook: Webhook }) {
  const { refetch } = useListContext();
  const [replaying, setReplaying] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 1, mb: 1 }}>
      <RefreshListButton />
      {webhook.enabled && (
        <Button label="panel.webhooks.deliveries.replay_range" onClick={() => setReplaying(true)}>
          <History />
        </Button>
      )}
      {replaying && (
        <ReplayDialog
          webhook={webhook}
          onReplayed={() => void refetch()}
          onClose={() => setReplaying(false)}
        />
      )}
    </Stack>
  );
}

interface ReplayDialogProps {
  webhook: Webhook;
  onReplayed: () => void;
  onClose: () => void;
}

/** Asks for the time range whose events are delivered again. */
function ReplayDialog({ webhook, onReplayed, onClose }: ReplayDialogProps) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const translate = useTranslate();
  const replay = async (range: Dto<'ReplayWebhookDto'>) => {
    const path = `/webhooks/${webhook.id}/replay`;
    const { replayed } = await dataProvider.act<Dto<'ReplayedDto'>>(path, range);
    notify('panel.webhooks.deliveries.replayed', { type: 'success', messageArgs: { smart_count: replayed } });
    onReplayed();
  };
  const [now] = useState(() => Date.now());
  return (
    <FormDialog<Dto<'ReplayWebhookDto'>>
      open
      title={translate('panel.webhooks.deliveries.replay_range')}
      submit="panel.webhooks.deliveries.replay"
      defaultValues={{ from: now - DAY_MS, to: now, failedOnly: true }}
      onClose={onClose}
      onSubmit={replay}
    >
      <EpochInput source="from" label="panel.webhooks.deliveries.from" validate={required()} />
      <EpochInput source="to" label="panel.webhooks.deliveries.to" validate={required()} />
      <SwitchInput
        source="failedOnly"
        label="panel.webhooks.deliveries.failed_only"
        helperText="panel.webhooks.deliveries.failed_only_help"
      />
    </FormDialog>
  );
}

function StatusChip() {
  const delivery = useRecordContext<Delivery>();
  const translate = useTranslate();
  if (!delivery) return null;
  const { status } = delivery;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLORS[status]}
      label={translate(messageKey(`panel.webhooks.deliveries.statuses.${status}`))}
    />
  );
}

/** The HTTP status and the text of the latest answer, or the reason why there was none. */
function AnswerField() {
  const delivery = useRecordContext<Delivery>();
  const translate = useTranslate();
  if (!delivery) return null;
  const { lastStatus, lastFault } = delivery;
  if (lastFault !== null) return translate(messageKey(`panel.webhooks.faults.${lastFault as Fault}`));
  if (lastStatus === null) return '–';
  return (
    <>
      {lastStatus} <LongTextField source="lastAnswer" isShort />
    </>
  );
}

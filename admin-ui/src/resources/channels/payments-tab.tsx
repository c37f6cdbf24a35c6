import Block from '@mui/icons-material/Block';
import Sell from '@mui/icons-material/Sell';
import { Box, Chip, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { DataTable, DateField, FunctionField, Pagination, useRecordContext, useTranslate } from 'react-admin';
import { PAYMENT_STATUSES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { ActionsLabel } from '../../components/actions-label';
import { EmptyText } from '../../components/empty-text';
import { RefreshListButton, TabList } from '../../components/tab-list';
import type { salesEn } from '../../i18n/areas/sales.en';
import { messageKey } from '../../i18n/message-key';
import { AmountField } from '../orders/amount-field';

type Payment = Dto<'PaymentDto'>;
type Fault = keyof typeof salesEn.panel.payments.faults;

const COLORS = {
  pending: 'info',
  issued: 'success',
  failed: 'error',
  refunded: 'default',
  dismissed: 'default',
} as const;
const FAULTS: readonly string[] = [
  'unknown_card_type',
  'out_of_stock',
  'too_many_cards',
  'day_limit',
  'keys_used_up',
  'channel_disabled',
  'application_disabled',
  'paid_before_channel',
] satisfies Fault[];

/** The payments that the service has reported, latest first. */
export function PaymentsTab() {
  const channel = useRecordContext<Dto<'ChannelDto'>>();
  const [status, setStatus] = useState<Payment['status'] | ''>('');
  if (!channel) return null;
  return (
    <Box sx={{ width: '100%', overflowX: 'auto' }}>
      <TabList resource="payments" filter={{ channelId: channel.id, ...(status !== '' && { status }) }}>
        <Toolbar status={status} onChange={setStatus} />
        <DataTable<Payment>
          bulkActionButtons={false}
          rowClick={false}
          sx={{ '& td': { whiteSpace: 'nowrap' } }}
          empty={<EmptyText text="panel.payments.none" />}
        >
          <DataTable.Col label="resources.payments.fields.createdAt" disableSort>
            <DateField source="createdAt" />
          </DataTable.Col>
          <DataTable.Col source="externalNo" label="resources.payments.fields.externalNo" disableSort />
          <DataTable.Col label="resources.payments.fields.status" disableSort field={State} />
          <DataTable.Col label="resources.payments.fields.products" disableSort>
            <FunctionField<Payment> source="products" render={({ products }) => products.join(', ') || '–'} />
          </DataTable.Col>
          <DataTable.NumberCol source="quantity" label="resources.payments.fields.quantity" disableSort />
          <DataTable.Col label="resources.payments.fields.amount" disableSort field={AmountField} />
          <DataTable.Col source="contact" label="resources.payments.fields.contact" disableSort />
          <DataTable.Col label={<ActionsLabel />} field={Actions} />
        </DataTable>
        <Pagination />
      </TabList>
    </Box>
  );
}

interface ToolbarProps {
  status: Payment['status'] | '';
  onChange: (status: Payment['status'] | '') => void;
}

function Toolbar({ status, onChange }: ToolbarProps) {
  const translate = useTranslate();
  return (
    <Stack direction="row" sx={{ gap: 1, my: 1, alignItems: 'center' }}>
      <TextField
        select
        size="small"
        label={translate('panel.payments.only')}
        value={status}
        onChange={({ target }) => onChange(target.value as Payment['status'] | '')}
        sx={{ minWidth: 160 }}
        slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      >
        <MenuItem value="">{translate('panel.payments.all')}</MenuItem>
        {PAYMENT_STATUSES.map(({ id, name }) => (
          <MenuItem key={id} value={id}>
            {translate(name)}
          </MenuItem>
        ))}
      </TextField>
      <RefreshListButton />
    </Stack>
  );
}

/** The state, and the reason why no cards were issued. */
function State() {
  const payment = useRecordContext<Payment>();
  const translate = useTranslate();
  if (!payment) return null;
  const { status, fault } = payment;
  const reason = FAULTS.includes(fault ?? '') ? (fault as Fault) : 'other';
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        color={COLORS[status]}
        label={translate(messageKey(`panel.payments.status.${status}`))}
      />
      {fault !== null && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {translate(messageKey(`panel.payments.faults.${reason}`))}
        </Typography>
      )}
    </>
  );
}

function Actions() {
  const payment = useRecordContext<Payment>();
  if (!payment || payment.status === 'issued' || payment.status === 'refunded') return null;
  return (
    <>
      <ActionButton action="issue" label="panel.payments.issue" icon={<Sell />} />
      {payment.status !== 'dismissed' && (
        <ActionButton action="dismiss" label="panel.payments.dismiss" icon={<Block />} confirm />
      )}
    </>
  );
}

import { Box, Chip } from '@mui/material';
import { DataTable, DateField, Pagination, useRecordContext, useTranslate } from 'react-admin';
import { EVENT_TYPES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { EmptyText } from '../../components/empty-text';
import { LongTextField } from '../../components/long-text-field';
import { RefreshListButton, TabList } from '../../components/tab-list';
import { messageKey } from '../../i18n/message-key';

type Message = Dto<'NotifierMessageDto'>;

const COLORS = { pending: 'info', sent: 'success', failed: 'error' } as const;
/** The recent messages of a notifier with the answers of its service. */
export function MessagesTab() {
  const notifier = useRecordContext<Dto<'NotifierDto'>>();
  const translate = useTranslate();
  if (!notifier) return null;
  // The table contains nothing that can be focused, so its scrollable region must be focusable.
  return (
    <Box
      role="region"
      aria-label={translate('panel.notifiers.tab.messages')}
      tabIndex={0}
      sx={{ width: '100%', overflowX: 'auto' }}
    >
      <TabList resource="notifier-messages" filter={{ notifierId: notifier.id }}>
        <RefreshListButton />
        <DataTable<Message>
          bulkActionButtons={false}
          rowClick={false}
          sx={{ '& td': { whiteSpace: 'nowrap' }, '& .RaDataTable-tableWrapper': { overflow: 'visible' } }}
          empty={<EmptyText text="panel.notifiers.messages.none" />}
        >
          <DataTable.Col label="panel.notifiers.messages.at" disableSort>
            <DateField source="createdAt" />
          </DataTable.Col>
          <DataTable.Col label="panel.notifiers.messages.about" disableSort field={AboutField} />
          <DataTable.Col label="panel.notifiers.messages.status" disableSort field={StatusField} />
          <DataTable.NumberCol source="attempts" label="panel.notifiers.messages.attempts" disableSort />
          <DataTable.Col label="panel.notifiers.messages.answer" disableSort>
            <LongTextField source="lastAnswer" isShort />
          </DataTable.Col>
          <DataTable.Col label="panel.notifiers.messages.next" disableSort>
            <DateField source="nextAt" emptyText="–" />
          </DataTable.Col>
        </DataTable>
        <Pagination />
      </TabList>
    </Box>
  );
}

/** The event or the day that a message is about. */
function AboutField() {
  const message = useRecordContext<Message>();
  const translate = useTranslate();
  if (!message) return null;
  const { digestDay: day, type } = message;
  if (day !== null) return translate('panel.notifiers.messages.digest', { day });
  return translate(EVENT_TYPES.find(({ id }) => id === type)?.name ?? String(type));
}

function StatusField() {
  const message = useRecordContext<Message>();
  const translate = useTranslate();
  if (!message) return null;
  const { status, summarized } = message;
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        color={COLORS[status]}
        label={translate(messageKey(`panel.notifiers.messages.statuses.${status}`))}
      />
      {summarized && ` ${translate('panel.notifiers.messages.summarized')}`}
    </>
  );
}

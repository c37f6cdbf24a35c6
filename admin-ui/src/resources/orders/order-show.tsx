import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import {
  DateField,
  Link,
  RecordContextProvider,
  ReferenceField,
  SelectField,
  TextField,
  TopToolbar,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { ORDER_STATUSES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { CopyButton } from '../../components/copy-button';
import { StateChip } from '../../components/state-chip';
import { useFormatTime } from '../../components/use-format-time';
import { Facts } from '../../components/facts';
import { WATCH_MS } from '../../holders/use-history';
import { AmountField } from './amount-field';
import { OrderMail, SendMailButton } from './order-mail';
import { OrderChannel } from './order-list';
import { RefundButton } from './refund-button';

type Order = Dto<'OrderWithCardsDto'>;

/** An order with its cards. While the email waits, its state updates automatically. */
export function OrderShow() {
  return (
    <RecordShow
      queryOptions={{
        refetchInterval: ({ state }) => {
          const order = state.data as Partial<Order> | undefined;
          return !order || order.mail?.status === 'pending' ? WATCH_MS : false;
        },
      }}
      actions={
        <TopToolbar>
          <SendMailButton />
          <RefundButton />
        </TopToolbar>
      }
    >
      <OrderFacts />
      <OrderMail />
      <OrderCards />
    </RecordShow>
  );
}

function OrderFacts() {
  const order = useRecordContext<Order>();
  if (!order) return null;
  return (
    <Facts>
      <TextField source={order.externalNo === null ? 'requestKey' : 'externalNo'} />
      <OrderChannel source="channelId" />
      <SelectField source="status" choices={ORDER_STATUSES} />
      <TextField source="product" />
      <ReferenceField source="cardTypeId" reference="card-types" link={false} emptyText="–" />
      <TextField source="quantity" />
      <AmountField source="amount" />
      <TextField source="contact" emptyText="–" />
      <TextField source="note" emptyText="–" />
      {order.createdBy !== null && <TextField source="createdBy" />}
      <DateField source="createdAt" />
      {order.refundedAt !== null && <DateField source="refundedAt" />}
    </Facts>
  );
}

function OrderCards() {
  const order = useRecordContext<Order>();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  // React-admin first shows the record of the list, which does not contain the cards.
  const cards = (order as Partial<Order> | undefined)?.cards;
  if (!cards) return null;
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography variant="h6" component="h2">
          {translate('panel.orders.cards')}
        </Typography>
        <CopyButton text={cards.map(({ card }) => card).join('\n')} />
      </Box>
      <TableContainer tabIndex={0} role="group" aria-label={translate('panel.orders.cards')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{translate('resources.orders.fields.card')}</TableCell>
              <TableCell>{translate('resources.orders.fields.status')}</TableCell>
              <TableCell>{translate('resources.orders.fields.activatedAt')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {cards.map((card) => (
              <TableRow key={card.id}>
                <TableCell sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }}>
                  <Link to={`/cards/${card.id}/show`}>{card.card}</Link>
                </TableCell>
                <TableCell>
                  <RecordContextProvider value={card}>
                    <StateChip />
                  </RecordContextProvider>
                </TableCell>
                <TableCell>{formatTime(card.activatedAt)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
}

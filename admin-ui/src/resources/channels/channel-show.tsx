import Delete from '@mui/icons-material/Delete';
import PlayArrow from '@mui/icons-material/PlayArrow';
import VpnKey from '@mui/icons-material/VpnKey';
import {
  Chip,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import {
  BooleanField,
  DateField,
  EditButton,
  FunctionField,
  Labeled,
  ReferenceField,
  SelectField,
  TabbedShowLayout,
  TextField,
  TopToolbar,
  useCanAccess,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { CHANNEL_KINDS, REFUND_MODES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { DeleteDialog } from '../../components/delete-dialog';
import { formatMoney } from '../../components/money';
import { MoreMenu } from '../../components/more-menu';
import { useFormatLocale } from '../../components/use-format-time';
import { Facts } from '../../components/facts';
import { messageKey } from '../../i18n/message-key';
import { ConnectTab } from './connect-tab';
import { isPaymentKind, signsEvents } from './payment-kinds';
import { PaymentsTab } from './payments-tab';
import { RotateKeyDialog } from './rotate-key-dialog';
import { isSigningKind } from './signing-kind';
import { TryDialog } from './try-dialog';

type Channel = Dto<'ChannelDto'>;

/** A channel with its products and the values to enter in the shop. */
export function ChannelShow() {
  return (
    <RecordShow actions={<Actions />}>
      <ChannelTabs />
    </RecordShow>
  );
}

function ChannelTabs() {
  const channel = useRecordContext<Channel>();
  const isPayment = channel !== undefined && isPaymentKind(channel.kind);
  return (
    <TabbedShowLayout>
      <TabbedShowLayout.Tab label="panel.channels.facts">
        <ChannelFacts />
        <Products />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="panel.channels.connect" path="connect">
        <ConnectTab />
      </TabbedShowLayout.Tab>
      {isPayment && (
        <TabbedShowLayout.Tab label="panel.channels.payments" path="payments">
          <PaymentsTab />
        </TabbedShowLayout.Tab>
      )}
    </TabbedShowLayout>
  );
}

/** Editing is a button; the other actions are in a menu. */
function Actions() {
  const channel = useRecordContext<Channel>();
  const { canAccess: mayTry } = useCanAccess({ resource: 'channels', action: 'try' });
  const { canAccess: mayRotate } = useCanAccess({ resource: 'channels', action: 'rotate-key' });
  const { canAccess: mayDelete } = useCanAccess({ resource: 'channels', action: 'delete' });
  const [dialog, setDialog] = useState<'try' | 'rotate' | 'delete'>();
  if (!channel) return null;
  const close = () => setDialog(undefined);
  return (
    <TopToolbar>
      <EditButton />
      <MoreMenu
        actions={[
          mayTry === true &&
            channel.products.length > 0 && {
              label: 'panel.channels.try',
              icon: <PlayArrow />,
              onClick: () => setDialog('try'),
            },
          mayRotate === true && {
            label: 'panel.channels.rotate',
            icon: <VpnKey />,
            isDanger: true,
            onClick: () => setDialog('rotate'),
          },
          mayDelete === true && {
            label: 'ra.action.delete',
            icon: <Delete />,
            isDanger: true,
            onClick: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'try' && <TryDialog onClose={close} />}
      {dialog === 'rotate' && <RotateKeyDialog onClose={close} />}
      {dialog === 'delete' && <DeleteDialog onClose={close} />}
    </TopToolbar>
  );
}

function ChannelFacts() {
  const channel = useRecordContext<Channel>();
  const translate = useTranslate();
  return (
    <Facts>
      <TextField source="name" />
      <SelectField source="kind" choices={CHANNEL_KINDS} />
      <BooleanField source="enabled" />
      <KeyHint />
      <TextField source="maxPerOrder" />
      <TextField source="maxPerDay" emptyText="panel.unlimited" />
      <TextField source="lowStock" emptyText="–" />
      <FunctionField<Channel>
        source="addresses"
        render={({ addresses }) => addresses.join(', ') || translate('panel.channels.any_address')}
      />
      {channel && signsEvents(channel.kind) && (
        <FunctionField<Channel>
          source="hasSigningSecret"
          render={({ hasSigningSecret }) =>
            translate(hasSigningSecret ? 'panel.channels.has_secret' : 'panel.channels.no_secret')
          }
        />
      )}
      {channel && isPaymentKind(channel.kind) && <SelectField source="refundMode" choices={REFUND_MODES} />}
      <BooleanField source="mailCards" />
      <DateField source="lastUsedAt" emptyText="panel.never_yet" />
    </Facts>
  );
}

function KeyHint() {
  const channel = useRecordContext<Channel>();
  if (!channel) return null;
  const isId = isSigningKind(channel.kind);
  // `Labeled` gives a label only to a react-admin field, not to a plain element.
  return (
    <Labeled source="keyHint" {...(isId && { label: 'panel.channels.id' })}>
      <FunctionField<Channel>
        source="keyHint"
        render={({ keyHint }) => (
          <code>
            {keyHint}
            {!isId && '…'}
          </code>
        )}
      />
    </Labeled>
  );
}

function Products() {
  const channel = useRecordContext<Channel>();
  const translate = useTranslate();
  const locale = useFormatLocale();
  if (!channel) return null;
  if (channel.products.length === 0) {
    return <Typography sx={{ p: 2 }}>{translate('panel.channels.no_products')}</Typography>;
  }
  const label = (field: string) => translate(`resources.channels.fields.${field}`);
  return (
    <TableContainer tabIndex={0} role="group" aria-label={label('products')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{label('name')}</TableCell>
            <TableCell>{label('cardTypeId')}</TableCell>
            <TableCell>{label('price')}</TableCell>
            <TableCell>{label('mode')}</TableCell>
            <TableCell>{label('available')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {channel.products.map((product) => (
            <TableRow key={product.cardTypeId}>
              <TableCell>{product.name}</TableCell>
              <TableCell>
                <ReferenceField
                  record={{ id: product.cardTypeId, ...product }}
                  source="cardTypeId"
                  reference="card-types"
                  link={false}
                />
              </TableCell>
              <TableCell>
                {product.price !== null && product.currency !== null
                  ? formatMoney(product.price, product.currency, locale)
                  : '–'}
              </TableCell>
              <TableCell>
                {translate(messageKey(`panel.channels.mode.${product.mode}`))}
                {product.batch !== null && ` (${product.batch})`}
              </TableCell>
              <TableCell>
                {product.available ?? translate('panel.channels.as_needed')}{' '}
                {isLow(product, channel) && (
                  <Chip size="small" color="warning" label={translate('panel.channels.low')} />
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** Does not use `lowSince`, which may be outdated: only the shop's next order updates it. */
function isLow({ available }: Channel['products'][number], { lowStock }: Channel): boolean {
  return available !== null && lowStock !== null && available < lowStock;
}

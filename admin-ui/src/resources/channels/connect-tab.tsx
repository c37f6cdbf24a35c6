import { Box, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { messageKey } from '../../i18n/message-key';
import { exampleRequests } from './example-requests';
import { PaymentGuide } from './payment-guide';
import { isPaymentKind } from './payment-kinds';
import { isSigningKind } from './signing-kind';

/** Values to enter in the shop. */
export function ConnectTab() {
  const channel = useRecordContext<Dto<'ChannelDto'>>();
  if (!channel) return null;
  const { kind } = channel;
  if (isPaymentKind(kind)) return <PaymentGuide channel={channel} kind={kind} />;
  return isSigningKind(kind) ? (
    <ShopForm kind={kind} id={channel.keyHint} />
  ) : (
    <NativeRequests channel={channel} />
  );
}

/** The values to enter in a shop program, labelled with the names that the program uses. */
function ShopForm({ kind, id }: { kind: 'acg' | 'dujiao'; id: string }) {
  const translate = useTranslate();
  const label = (field: 'text' | 'address' | 'id' | 'key') =>
    translate(messageKey(`panel.channels.shop_form.${kind}.${field}`));
  return (
    <Box sx={{ width: '100%', minWidth: 0 }}>
      <Typography sx={{ mb: 2 }}>{label('text')}</Typography>
      <Typography variant="subtitle2" component="h2">
        {label('address')}
      </Typography>
      <CodeBlock label={label('address')} text={window.location.origin} />
      <Typography variant="subtitle2" component="h2" sx={{ mt: 2 }}>
        {label('id')}
      </Typography>
      <CodeBlock label={label('id')} text={id} />
      <Typography variant="subtitle2" component="h2" sx={{ mt: 2 }}>
        {label('key')}
      </Typography>
      <Typography variant="body2">{translate('panel.channels.key_shown_once')}</Typography>
    </Box>
  );
}

/** Address, key and the requests that a shop sends. */
function NativeRequests({ channel }: { channel: Dto<'ChannelDto'> }) {
  const translate = useTranslate();
  const address = `${window.location.origin}/api/fulfil/v1`;
  return (
    <Box sx={{ width: '100%', minWidth: 0 }}>
      <Typography sx={{ mb: 2 }}>{translate('panel.channels.connect_text')}</Typography>
      <Typography variant="subtitle2" component="h2">
        {translate('panel.channels.address')}
      </Typography>
      <CodeBlock label={translate('panel.channels.address')} text={address} />
      <Typography variant="subtitle2" component="h2" sx={{ mt: 2 }}>
        {translate('panel.channels.key')}
      </Typography>
      <Typography variant="body2">
        {translate('panel.channels.key_hidden', { hint: channel.keyHint })}
      </Typography>
      {exampleRequests(address, channel.products[0]?.name ?? 'Month').map(({ name, text }) => (
        <Box key={name} sx={{ mt: 2 }}>
          <Typography variant="subtitle2" component="h2">
            {translate(messageKey(`panel.channels.${name}`))}
          </Typography>
          {name === 'order_example' && (
            <Typography variant="body2">{translate('panel.channels.order_help')}</Typography>
          )}
          <CodeBlock label={translate(messageKey(`panel.channels.${name}`))} text={text} />
        </Box>
      ))}
    </Box>
  );
}

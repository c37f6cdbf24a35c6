import { Box, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { messageKey } from '../../i18n/message-key';
import { exampleRequests } from './example-requests';
import { PaymentGuide } from './payment-guide';
import { isPaymentKind } from './payment-kinds';

/** What to type into the shop, and the requests that it sends. */
export function ConnectTab() {
  const channel = useRecordContext<Dto<'ChannelDto'>>();
  const translate = useTranslate();
  if (!channel) return null;
  if (isPaymentKind(channel.kind)) return <PaymentGuide channel={channel} kind={channel.kind} />;
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

import { Alert, Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { messageKey } from '../../i18n/message-key';
import { type PaymentKind, paymentsAddress, signsEvents } from './payment-kinds';

/**
 * Explains where to enter the channel's address, which events to choose, and where to find the secret and the products.
 */
export function PaymentGuide({ channel, kind }: { channel: Dto<'ChannelDto'>; kind: PaymentKind }) {
  const translate = useTranslate();
  const parts = [
    { title: 'panel.channels.service.events', text: 'events' },
    { title: 'panel.channels.service.secret', text: 'secret' },
    { title: 'panel.channels.service.product', text: 'product' },
    { title: 'panel.channels.service.note', text: 'note' },
  ] as const;
  return (
    <Box sx={{ width: '100%', minWidth: 0 }}>
      {signsEvents(kind) && !channel.hasSigningSecret && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {translate('panel.channels.no_secret')}
        </Alert>
      )}
      <Typography sx={{ mb: 2 }}>{translate(messageKey(`panel.channels.${kind}.place`))}</Typography>
      <Typography variant="subtitle2" component="h2">
        {translate('panel.channels.address')}
      </Typography>
      <CodeBlock label={translate('panel.channels.address')} text={`${paymentsAddress()}/…`} />
      <Typography variant="body2" sx={{ mt: 1 }}>
        {translate('panel.channels.service.address_help', { hint: channel.keyHint })}
      </Typography>
      {parts.map(({ title, text }) => (
        <Box key={text} sx={{ mt: 2 }}>
          <Typography variant="subtitle2" component="h2">
            {translate(title)}
          </Typography>
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {translate(messageKey(`panel.channels.${kind}.${text}`))}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

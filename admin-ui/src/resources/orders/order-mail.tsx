import ForwardToInbox from '@mui/icons-material/ForwardToInbox';
import { Box, Typography } from '@mui/material';
import { email, TextInput, useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { ActionFormButton } from '../../components/action-form-button';
import { trimmed } from '../../components/values';
import { useFormatTime } from '../../components/use-format-time';
import { messageKey } from '../../i18n/message-key';

type Order = Dto<'OrderWithCardsDto'>;

/** State of the email with the cards. */
export function OrderMail() {
  const order = useRecordContext<Order>();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  // React-admin first shows the record of the list, which does not contain the email.
  const mail = (order as Partial<Order> | undefined)?.mail;
  if (!mail) return null;
  const { status, attempts, lastAt, lastFault, address } = mail;
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Typography variant="h6" component="h2">
        {translate('resources.orders.fields.mail')}
      </Typography>
      <Typography variant="body2">
        {address}: {translate(messageKey(`panel.orders.mail.${status}`), { attempts })}
        {lastAt !== null && ` (${formatTime(lastAt)})`}
      </Typography>
      {lastFault !== null && (
        <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
          {lastFault}
        </Typography>
      )}
    </Box>
  );
}

/** Emails the cards of the order in context, to the order's address or another one. */
export function SendMailButton() {
  const order = useRecordContext<Order>();
  if (!order || order.status === 'refunded') return null;
  const mail = (order as Partial<Order>).mail;
  return (
    <ActionFormButton<Dto<'SendOrderMailDto'>>
      action="send-mail"
      icon={<ForwardToInbox />}
      defaultValues={{ address: mail?.address ?? order.contact ?? '' }}
    >
      <TextInput
        source="address"
        label="panel.orders.mail.address"
        validate={email()}
        parse={trimmed}
        helperText="panel.orders.mail.send_help"
      />
    </ActionFormButton>
  );
}

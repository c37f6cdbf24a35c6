import { Alert, AlertTitle } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import { messageKey } from '../i18n/message-key';
import type { Dto } from '../api/types';

interface FindingAlertProps {
  finding: Dto<'SignatureFindingDto'>;
  signMode: Dto<'SignatureCheckDto'>['signMode'];
}

/** A finding about a request, with advice. */
export function FindingAlert({ finding: { code, details, severity, message }, signMode }: FindingAlertProps) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const words = {
    ...details,
    mode: translate(messageKey(`panel.sign_mode.${signMode}`)),
    until: typeof details.until === 'number' ? formatTime(details.until) : '',
  };
  return (
    <Alert severity={severity} sx={{ mb: 1 }}>
      <AlertTitle component="h3" sx={{ fontSize: '1rem' }}>
        {translate(messageKey(`panel.signature_check.finding.${code}.what`), { ...words, _: message })}
      </AlertTitle>
      {translate(messageKey(`panel.signature_check.finding.${code}.todo`), { ...words, _: '' })}
    </Alert>
  );
}

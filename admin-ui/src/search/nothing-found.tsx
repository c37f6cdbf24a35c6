import { Alert, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import type { SearchAnswer } from './search-options';

/** The server counts at most this many refused requests. */
const MOST = 100;

/**
 * Reports that nothing was found, and whether the server refused requests with a card or user name that the search text
 * contains. The list below shows cards with similar keys as options.
 */
export function NothingFound({ answer: { refused, near } }: { answer: SearchAnswer }) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const locale = useLocale();
  return (
    <>
      <Typography sx={{ px: 2, pt: 2, pb: 1 }} role="status">
        {translate(near.length > 0 ? 'panel.search.only_near' : 'panel.search.nothing')}
      </Typography>
      {refused.map(({ applicationId, applicationName, name, today, at, en, zh }) => (
        <Alert
          key={`${applicationId} ${name}`}
          severity="warning"
          sx={{ mx: 2, mb: 1, flexShrink: 0, wordBreak: 'break-word' }}
        >
          {[
            translate(today > 0 ? 'panel.search.refused' : 'panel.search.refused_before', {
              name,
              application: applicationName,
              smart_count: today,
              times: today < MOST ? today : `${MOST}+`,
            }),
            translate('panel.search.last_refused', { time: formatTime(at), why: locale === 'zh' ? zh : en }),
          ].join(' ')}
        </Alert>
      ))}
    </>
  );
}

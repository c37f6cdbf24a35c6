import { Box, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import { stateOf } from '../holders/holder-state';
import { messageKey } from '../i18n/message-key';
import type { SearchResult } from './search-options';

/** A record that was found: its name, its state in words, and its application. */
export function ResultLine({ result }: { result: SearchResult }) {
  const words = useStateWords()(result);
  return (
    <Box sx={{ minWidth: 0, flex: 1 }}>
      <Typography noWrap sx={{ fontFamily: 'monospace' }}>
        {result.title}
      </Typography>
      <Typography variant="body2" color="text.secondary" noWrap>
        {[...words, result.applicationName].join(' · ')}
      </Typography>
    </Box>
  );
}

function useStateWords(): (result: SearchResult) => string[] {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const locale = useLocale();
  return (result) => {
    const { kind, status, frozen, expiresAt, issuedAt, cardTypeName, holderKind, holderName, at, refusal } =
      result;
    const type = cardTypeName === null ? [] : [cardTypeName];
    switch (kind) {
      case 'card':
      case 'user': {
        const state = stateOf({ status: status as 'unused', frozen: frozen!, expiresAt }, Date.now());
        const isIssued = state === 'unused' && issuedAt !== null;
        const word = translate(isIssued ? 'panel.cards.is_issued' : messageKey(`panel.state.${state}`));
        const until =
          expiresAt === null ? [] : [translate('panel.search.until', { time: formatTime(expiresAt) })];
        return [word, ...type, ...until];
      }
      case 'order':
        return [translate(`panel.orders.status.${status}`), ...type, formatTime(at)];
      case 'batch':
        return [];
      case 'device':
      case 'address': {
        const refused = refusal && [
          translate('panel.search.refused_at', { time: formatTime(refusal.at) }),
          locale === 'zh' ? refusal.zh : refusal.en,
        ];
        const holder = holderKind === 'trial' ? translate('panel.holder.trial') : holderName;
        const login = holder === null ? [] : [holder, formatTime(at)];
        return [...login, ...(refused ?? [])];
      }
    }
  };
}

import { Alert, Typography } from '@mui/material';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import {
  DEFAULT_ALPHABET,
  DEFAULT_MASK,
  hasRoom,
  isAlphabet,
  isMask,
  keyBits,
  SAFE_BITS,
  sampleKey,
} from './key-style';

interface KeyPreviewProps {
  mask: string | null | undefined;
  alphabet?: string | null | undefined;
  /** Number of keys to be created. */
  count?: number | null | undefined;
}

/** Shows sample keys, and how hard it would be to guess a key. */
export function KeyPreview({ mask, alphabet, count }: KeyPreviewProps) {
  const translate = useTranslate();
  const style = useMemo(
    () => ({ mask: mask || DEFAULT_MASK, alphabet: alphabet || DEFAULT_ALPHABET }),
    [mask, alphabet],
  );
  const samples = useMemo(() => [sampleKey(style), sampleKey(style)], [style]);
  if (isMask(mask) || isAlphabet(alphabet)) return null;
  const bits = Math.floor(keyBits(style));
  const isSafe = bits >= SAFE_BITS;
  const fits = hasRoom(style, count || 1);
  const verdict = !fits ? 'no_room' : isSafe ? 'safe' : 'guessable';
  return (
    <Alert severity={!fits ? 'error' : isSafe ? 'success' : 'warning'} sx={{ mb: 2, width: '100%' }}>
      <Typography variant="body2">{translate('panel.key.example')}</Typography>
      {samples.map((key, i) => (
        <Typography key={i} variant="body2" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {key}
        </Typography>
      ))}
      <Typography variant="body2">
        {translate(messageKey(`panel.key.${verdict}`), { bits, safe: SAFE_BITS })}
      </Typography>
    </Alert>
  );
}

import { useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import { useHistory } from './use-history';

/**
 * Shows how many uses the card or user has left, and when they are refilled. Pages pass `source` only for the label.
 */
export function UsesLeft(_: { source?: string }) {
  const { data } = useHistory();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  if (!data?.uses) return null;
  const { left, total, resetsAt } = data.uses;
  const figures = { left: left.toLocaleString(), total: total.toLocaleString() };
  const resets = resetsAt === null ? '' : translate('panel.uses.resets', { when: formatTime(resetsAt) });
  return [translate('panel.uses.of', figures), resets].filter(Boolean).join(translate('panel.comma'));
}

import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'react-admin';

/** Heads a column of buttons for those who cannot see them. */
export function ActionsLabel() {
  const translate = useTranslate();
  return <span style={visuallyHidden}>{translate('panel.actions')}</span>;
}

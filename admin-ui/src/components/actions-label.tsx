import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'react-admin';

/** Heading of a column of buttons, visible only to screen readers. */
export function ActionsLabel() {
  const translate = useTranslate();
  return <span style={visuallyHidden}>{translate('panel.actions')}</span>;
}

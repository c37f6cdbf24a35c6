import { Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import type { Dto } from '../../api/types';
import { kindOf } from './check-rule';

export function CheckRuleField(_: { source?: string }) {
  const variable = useRecordContext<Dto<'VariableDto'>>();
  const translate = useTranslate();
  if (!variable) return null;
  const kind = kindOf(variable.checkRule);
  return (
    <Typography component="span" variant="body2">
      {kind === 'fixed' ? variable.checkRule : translate(messageKey(`panel.variables.check_rule.${kind}`))}
    </Typography>
  );
}

import { Box } from '@mui/material';
import { RadioButtonGroupInput, required, useRecordContext, useTranslate } from 'react-admin';
import { ROLES } from '../api/choices';
import type { Role } from '../api/types';
import { RANK } from '../auth/access';
import { messageKey } from '../i18n/message-key';

/** Selects a role and explains the permissions of each. */
export function RoleInput({ upTo = 'owner', helperText }: { upTo?: Role; helperText?: string }) {
  const choices = ROLES.filter(({ id }) => RANK[id] <= RANK[upTo]);
  return (
    <RadioButtonGroupInput
      source="role"
      choices={choices}
      optionText={<RoleOption />}
      row={false}
      validate={required()}
      helperText={helperText}
      sx={{ '& .MuiFormControlLabel-root': { alignItems: 'start', mb: 1 } }}
    />
  );
}

function RoleOption() {
  const choice = useRecordContext<{ id: Role }>();
  const translate = useTranslate();
  if (!choice) return null;
  return (
    <Box component="span" sx={{ display: 'block', pt: '9px' }}>
      {translate(`panel.role.${choice.id}`)}
      <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
        {translate(messageKey(`panel.role_text.${choice.id}`))}
      </Box>
    </Box>
  );
}

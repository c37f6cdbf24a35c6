import { Box } from '@mui/material';
import { RadioButtonGroupInput, required, useRecordContext, useTranslate } from 'react-admin';
import type { Role } from '../api/types';

/** In ascending order of permissions. */
export const ROLES: Role[] = ['viewer', 'operator', 'manager', 'owner'];

/** Roles as choices of filters. */
export const ROLE_CHOICES = ROLES.map((id) => ({ id, name: `panel.role.${id}` }));

/** Selects a role and explains the permissions of each. */
export function RoleInput({ upTo = 'owner', helperText }: { upTo?: Role; helperText?: string }) {
  const choices = ROLES.slice(0, ROLES.indexOf(upTo) + 1).map((id) => ({ id }));
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
        {translate(`panel.role_text.${choice.id}`)}
      </Box>
    </Box>
  );
}

import { Box } from '@mui/material';
import { RadioButtonGroupInput, required, useRecordContext, useTranslate } from 'react-admin';
import { ROLES, TOKEN_ROLES } from '../api/choices';
import type { Role, TokenRole } from '../api/types';
import { RANK } from '../auth/access';
import { messageKey } from '../i18n/message-key';

interface RoleInputProps {
  /** The role of the signed-in administrator. */
  upTo?: Role;
  /** True if the role is for an API token. */
  isOfToken?: boolean;
  helperText?: string;
}

/** Selects a role and explains the permissions of each. */
export function RoleInput({ upTo = 'owner', isOfToken = false, helperText }: RoleInputProps) {
  const choices = (isOfToken ? TOKEN_ROLES : ROLES).filter(({ id }) => rankOf(id) <= RANK[upTo]);
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

/**
 * Returns the minimum rank of administrators who may assign a role. Operators may create tokens with the role issuer.
 */
function rankOf(role: TokenRole): number {
  return RANK[role === 'issuer' ? 'operator' : role];
}

function RoleOption() {
  const choice = useRecordContext<{ id: TokenRole }>();
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

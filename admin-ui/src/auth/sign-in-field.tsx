import VisibilityOff from '@mui/icons-material/VisibilityOff';
import Visibility from '@mui/icons-material/Visibility';
import { Box, FormHelperText, IconButton, InputAdornment, OutlinedInput } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslate } from 'react-admin';

interface SignInFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoComplete: string;
  type?: 'email' | 'password' | 'text';
  help?: string;
  fault?: string;
  autoFocus?: boolean;
}

/** A field of the sign-in page with its label above. A password can be made readable. */
export function SignInField({ label, onChange, type = 'text', help, fault, ...input }: SignInFieldProps) {
  const id = useId();
  const translate = useTranslate();
  const [isReadable, setIsReadable] = useState(false);
  const isPassword = type === 'password';
  const toggle = translate(`ra.input.password.${isReadable ? 'toggle_visible' : 'toggle_hidden'}`);
  const text = fault ?? help;
  return (
    <div>
      <Box component="label" htmlFor={id} sx={LABEL}>
        {label}
      </Box>
      <OutlinedInput
        {...input}
        id={id}
        fullWidth
        type={isReadable ? 'text' : type}
        error={fault !== undefined}
        onChange={({ target }) => onChange(target.value)}
        slotProps={{ input: { 'aria-describedby': text && `${id}-text`, 'aria-required': true } }}
        endAdornment={
          isPassword && (
            <InputAdornment position="end">
              <IconButton aria-label={toggle} title={toggle} onClick={() => setIsReadable(!isReadable)}>
                {isReadable ? <Visibility fontSize="small" /> : <VisibilityOff fontSize="small" />}
              </IconButton>
            </InputAdornment>
          )
        }
      />
      {text && (
        <FormHelperText id={`${id}-text`} error={fault !== undefined} sx={{ mx: 0 }}>
          {text}
        </FormHelperText>
      )}
    </div>
  );
}

const LABEL = {
  display: 'block',
  mb: 0.5,
  fontSize: '0.8125rem',
  lineHeight: '20px',
  fontWeight: 500,
  color: 'text.secondary',
};

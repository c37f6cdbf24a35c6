import { FormControlLabel, FormGroup, FormHelperText, Switch } from '@mui/material';
import { type CommonInputProps, FieldTitle, InputHelperText, useInput } from 'react-admin';

/** Replaces react-admin's `BooleanInput`, which passes a prop that MUI 9 does not support. */
export function SwitchInput({ source, label, helperText, defaultValue }: CommonInputProps) {
  const { id, field, fieldState } = useInput<boolean>({ source, defaultValue, type: 'checkbox' });
  return (
    <FormGroup sx={{ mb: 1 }}>
      <FormControlLabel
        control={
          <Switch
            id={id}
            name={field.name}
            checked={Boolean(field.value)}
            onChange={(_, checked) => field.onChange(checked)}
            onBlur={() => field.onBlur()}
            slotProps={{ input: { ref: field.ref, 'aria-describedby': `${id}-help` } }}
          />
        }
        label={<FieldTitle label={label} source={source} />}
      />
      <FormHelperText id={`${id}-help`} error={fieldState.invalid} sx={{ mx: 0 }}>
        <InputHelperText error={fieldState.error?.message} helperText={helperText} />
      </FormHelperText>
    </FormGroup>
  );
}

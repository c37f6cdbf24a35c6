import { Box, FormHelperText, Typography } from '@mui/material';
import { InputHelperText, required, useInput, useTranslate } from 'react-admin';
import { LazyCodeEditor } from '../../components/lazy-code-editor';

/** Edits JavaScript and marks syntax errors while typing; further faults found by the server are shown below. */
export function SourceInput() {
  const translate = useTranslate();
  const { field, fieldState } = useInput<string>({
    source: 'source',
    parse: (text: string) => text,
    validate: required(),
  });
  const label = translate('resources.functions.fields.source');
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="div" variant="caption" color={fieldState.invalid ? 'error' : 'textSecondary'}>
        {label}
      </Typography>
      <LazyCodeEditor
        label={label}
        value={field.value}
        onChange={field.onChange}
        isInvalid={fieldState.invalid}
      />
      <FormHelperText
        component="div"
        error={fieldState.invalid}
        role={fieldState.invalid ? 'alert' : undefined}
      >
        <InputHelperText error={fieldState.error?.message} helperText="panel.functions.source_help" />
      </FormHelperText>
    </Box>
  );
}

import DataObject from '@mui/icons-material/DataObject';
import { Box } from '@mui/material';
import { Button, InputHelperText, useTranslate } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { indentJson, jsonFault, seemsJson } from '../../components/json-fault';
import { LongTextInput } from '../../components/long-text-input';

/**
 * The value of a variable. A text that begins like JSON is checked, and can be formatted. Invalid JSON can still be
 * saved, since clients get any text unchanged.
 */
export function ValueInput() {
  const translate = useTranslate();
  const { setValue } = useFormContext<{ value: string }>();
  const value = (useWatch({ name: 'value' }) as string | null | undefined) ?? '';
  const isJson = seemsJson(value);
  const fault = isJson ? jsonFault(value) : undefined;
  const format = () => setValue('value', indentJson(value), { shouldDirty: true, shouldTouch: true });
  return (
    <Box sx={{ width: '100%' }}>
      <LongTextInput
        source="value"
        isCode={isJson}
        helperText={isJson && !fault ? 'panel.variables.json.valid' : 'panel.variables.json.help'}
      />
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', mb: 2, minHeight: 32 }}>
        {isJson && (
          <Button label="panel.variables.json.format" disabled={fault !== undefined} onClick={format}>
            <DataObject />
          </Button>
        )}
        <Box role="status" sx={{ color: 'warning.main', typography: 'body2' }}>
          {fault && <InputHelperText error={translate('panel.variables.json.fault', { ...fault })} />}
        </Box>
      </Box>
    </Box>
  );
}

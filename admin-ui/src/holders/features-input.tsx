import Add from '@mui/icons-material/Add';
import Delete from '@mui/icons-material/Delete';
import {
  Box,
  Button,
  FormHelperText,
  IconButton,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useState } from 'react';
import { FieldTitle, InputHelperText, useInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { messageKey } from '../i18n/message-key';
import { FEATURE_KINDS, type FeatureRow, type Features, rowsFault, toFeatures, toRows } from './feature-rows';

const SOURCE = 'features';
const NONE: Features = {};

/** Edits the features of a card type, card or user, one per row. */
export function FeaturesInput() {
  const translate = useTranslate();
  const { setValue } = useFormContext();
  // Rows may be incomplete during typing, so they are stored separately from the form's value.
  const [state, setState] = useState<{ of: Features; rows: FeatureRow[] }>({ of: NONE, rows: [] });
  const { id, field, fieldState } = useInput<Features>({
    source: SOURCE,
    format: (features: Features | undefined) => features ?? NONE,
    parse: (features: Features) => features,
    validate: (features: Features) => (isSame(features, state.of) ? rowsFault(state.rows) : undefined),
  });
  const features = field.value as Features;
  const rows = isSame(features, state.of) ? state.rows : toRows(features);

  const change = (next: FeatureRow[]) => {
    const of = toFeatures(next);
    setState({ of, rows: next });
    // `field.onChange` is not used, since it would treat a feature named "target" as an event.
    setValue(SOURCE, of, { shouldDirty: true, shouldValidate: fieldState.invalid });
  };
  const edit = (index: number, changes: Partial<FeatureRow>) =>
    change(rows.map((row, i) => (i === index ? { ...row, ...changes } : row)));
  return (
    <Box role="group" aria-labelledby={`${id}-label`} sx={{ width: '100%', my: 2 }}>
      <Typography id={`${id}-label`} variant="body2" color="textSecondary">
        <FieldTitle source={SOURCE} />
      </Typography>
      {rows.map((row, index) => (
        <Row
          // Rows are identified only by their position.
          // oxlint-disable-next-line no-array-index-key
          key={index}
          row={row}
          onChange={(changes) => edit(index, changes)}
          onRemove={() => change(rows.toSpliced(index, 1))}
        />
      ))}
      <Button
        startIcon={<Add />}
        size="small"
        onClick={() => change([...rows, { name: '', kind: 'yes', value: '' }])}
      >
        {translate('panel.features.add')}
      </Button>
      <FormHelperText error={fieldState.invalid} sx={{ mx: 0 }}>
        <InputHelperText error={fieldState.error?.message} helperText="panel.features.help" />
      </FormHelperText>
    </Box>
  );
}

/** Compares contents, not references, since the form keeps a copy of the features. */
function isSame(a: Features, b: Features): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

interface RowProps {
  row: FeatureRow;
  onChange: (changes: Partial<FeatureRow>) => void;
  onRemove: () => void;
}

function Row({ row: { name, kind, value }, onChange, onRemove }: RowProps) {
  const translate = useTranslate();
  return (
    <Stack direction="row" sx={{ gap: 1, my: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <TextField
        label={translate('panel.features.name')}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
        size="small"
        sx={{ flex: '2 1 9em' }}
      />
      <TextField
        select
        label={translate('panel.features.kind')}
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value as FeatureRow['kind'] })}
        size="small"
        sx={{ flex: '1 1 6em' }}
      >
        {FEATURE_KINDS.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(messageKey(`panel.features.kinds.${each}`))}
          </MenuItem>
        ))}
      </TextField>
      {(kind === 'number' || kind === 'text') && (
        <TextField
          label={translate('panel.features.value')}
          value={value}
          onChange={({ target }) => onChange({ value: target.value })}
          size="small"
          sx={{ flex: '2 1 9em' }}
        />
      )}
      <IconButton aria-label={translate('panel.features.remove', { name })} onClick={onRemove}>
        <Delete />
      </IconButton>
    </Stack>
  );
}

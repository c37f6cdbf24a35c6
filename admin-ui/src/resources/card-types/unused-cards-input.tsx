import { Alert, Checkbox, FormControlLabel } from '@mui/material';
import { useCanAccess, useRecordContext, useTranslate } from 'react-admin';
import type { CardType } from '../../api/types';
import { counted } from '../card-jobs/job-outcome';
import { useUnusedCards } from './use-unused-cards';

interface UnusedCardsInputProps {
  /** If true, the terms are also applied to the unused cards when the form is saved. */
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Explains that existing cards keep their terms, and offers to apply the new terms to the type's unused cards. */
export function UnusedCardsInput({ checked, onChange }: UnusedCardsInputProps) {
  const type = useRecordContext<CardType>();
  const unused = useUnusedCards(type);
  const { canAccess } = useCanAccess({ resource: 'card-jobs', action: 'bulk' });
  const translate = useTranslate();
  const isOffered = unused !== undefined && unused.all > 0 && canAccess;
  return (
    <Alert severity="info" sx={{ mb: 2, width: '100%' }}>
      {translate('panel.help.terms_kept')}
      {isOffered && (
        <div>
          <FormControlLabel
            control={<Checkbox checked={checked} onChange={(_, next) => onChange(next)} size="small" />}
            label={translate('panel.card_types.apply', counted(unused.all))}
          />
          {unused.issued > 0 && (
            <div>{translate('panel.card_types.apply_issued', counted(unused.issued))}</div>
          )}
          <div>{translate('panel.card_types.apply_help')}</div>
        </div>
      )}
    </Alert>
  );
}

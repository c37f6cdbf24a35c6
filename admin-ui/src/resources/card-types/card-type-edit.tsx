import { Alert } from '@mui/material';
import { DeleteButton, SaveButton, SimpleForm, Toolbar, useTranslate } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { CardTypeInputs, withDuration } from './card-type-inputs';

export function CardTypeEdit() {
  const translate = useTranslate();
  return (
    <VersionedEdit redirect="list" transform={withDuration}>
      <SimpleForm toolbar={<FormToolbar />}>
        <Alert severity="info" sx={{ mb: 2, width: '100%' }}>
          {translate('panel.help.terms_kept')}
        </Alert>
        <CardTypeInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}

function FormToolbar() {
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      <DeleteButton mutationMode="pessimistic" />
    </Toolbar>
  );
}

import { useState } from 'react';
import { DeleteButton, SaveButton, Toolbar } from 'react-admin';
import type { CardType } from '../../api/types';
import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { CardTypeInputs, withoutHidden } from './card-type-inputs';
import { UnusedCardsInput } from './unused-cards-input';
import { useApplyType } from './use-apply-type';

export function CardTypeEdit() {
  const [isApplied, setApplied] = useState(false);
  const applyType = useApplyType();
  const onSaved = isApplied ? (type: CardType) => void applyType(type) : undefined;
  return (
    <VersionedEdit<CardType> redirect="list" transform={withoutHidden} onSaved={onSaved}>
      <EditForm toolbar={<FormToolbar canSaveUnchanged={isApplied} />}>
        <UnusedCardsInput checked={isApplied} onChange={setApplied} />
        <CardTypeInputs />
      </EditForm>
    </VersionedEdit>
  );
}

function FormToolbar({ canSaveUnchanged }: { canSaveUnchanged: boolean }) {
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton alwaysEnable={canSaveUnchanged} />
      <DeleteButton mutationMode="pessimistic" />
    </Toolbar>
  );
}

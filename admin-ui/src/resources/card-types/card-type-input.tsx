import {
  Link,
  ReferenceInput,
  required,
  SelectInput,
  type SelectInputProps,
  useCanAccess,
  useChoicesContext,
  useTranslate,
} from 'react-admin';
import { useApplication } from '../../layout/application-context';

interface CardTypeInputProps {
  source: string;
  label?: string;
  helperText?: SelectInputProps['helperText'];
  isRequired?: boolean;
}

/** Selects one of the application's card types. */
export function CardTypeInput({ source, label, helperText, isRequired = false }: CardTypeInputProps) {
  const application = useApplication();
  return (
    <ReferenceInput
      source={source}
      reference="card-types"
      filter={{ applicationId: application?.id }}
      sort={{ field: 'name', order: 'ASC' }}
      perPage={1000}
      enableGetChoices={() => application !== undefined}
    >
      {isRequired ? (
        <RequiredType label={label} helperText={helperText} />
      ) : (
        <SelectInput label={label} optionText="name" helperText={helperText} />
      )}
    </ReferenceInput>
  );
}

/** Shown when a card type is required but none exists; links to the page that creates one. */
function RequiredType({ label, helperText }: Pick<CardTypeInputProps, 'label' | 'helperText'>) {
  const { allChoices, isPending } = useChoicesContext();
  const isMissing = !isPending && allChoices?.length === 0;
  return (
    <SelectInput
      label={label}
      optionText="name"
      helperText={isMissing ? <NoType /> : helperText}
      validate={required()}
    />
  );
}

function NoType() {
  const translate = useTranslate();
  const { canAccess: mayCreate } = useCanAccess({ resource: 'card-types', action: 'create' });
  return (
    <>
      {translate('panel.help.no_card_type')}{' '}
      {mayCreate && (
        <Link to="/card-types/create">{translate('panel.getting_started.card_type.button')}</Link>
      )}
    </>
  );
}

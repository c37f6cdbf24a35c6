import { ReferenceInput, required, SelectInput, type SelectInputProps } from 'react-admin';
import { useApplication } from '../../layout/application-context';

interface CardTypeInputProps {
  source: string;
  label?: string;
  helperText?: SelectInputProps['helperText'];
  isRequired?: boolean;
}

/** Chooses one of the application's card types. */
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
      <SelectInput
        label={label}
        optionText="name"
        helperText={helperText}
        {...(isRequired && { validate: required() })}
      />
    </ReferenceInput>
  );
}

import { AutocompleteArrayInput, ReferenceArrayInput } from 'react-admin';

/** Asks for applications, of those that one was given. */
export function ApplicationsInput({ helperText }: { helperText: string }) {
  return (
    <ReferenceArrayInput source="applicationIds" reference="applications" perPage={1000} sort={BY_NAME}>
      <AutocompleteArrayInput optionText="name" filterToQuery={NO_FILTER} helperText={helperText} />
    </ReferenceArrayInput>
  );
}

const BY_NAME = { field: 'name', order: 'ASC' } as const;
/** They are all there already. */
const NO_FILTER = () => ({});

import { AutocompleteArrayInput, ReferenceArrayInput } from 'react-admin';

/** Selects applications among those assigned to the administrator. */
export function ApplicationsInput({ helperText }: { helperText: string }) {
  return (
    <ReferenceArrayInput source="applicationIds" reference="applications" perPage={1000} sort={BY_NAME}>
      <AutocompleteArrayInput optionText="name" filterToQuery={NO_FILTER} helperText={helperText} />
    </ReferenceArrayInput>
  );
}

const BY_NAME = { field: 'name', order: 'ASC' } as const;
/** Typing sends no request, since all choices are already loaded. */
const NO_FILTER = () => ({});

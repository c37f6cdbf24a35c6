export { FilterBar } from './filter-bar';
export type { FilterProps } from './filter-chip';
export { ChoiceFilter, RecordFilter, TextFilter, TimeFilter, YesNoFilter } from './filters';
export { SearchField } from './search-field';

export { openSearch } from './open-search';
export { SearchPalette } from './search-palette';

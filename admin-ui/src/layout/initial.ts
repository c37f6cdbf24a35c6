/** Returns the first character of a name in upper case. */
export function initialOf(name: string): string {
  return [...name.trim()][0]?.toUpperCase() ?? '';
}

/** Shows the attribute `data-initial` as a decoration beside the name: the initial is not part of the text. */
export const SHOWS_INITIAL = { '&::before': { content: 'attr(data-initial)' } };

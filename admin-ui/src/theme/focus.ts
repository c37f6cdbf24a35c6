import type { Palette } from './palette';

/** Returns the outline of the element that has the keyboard's focus. */
export function focusOf(palette: Palette) {
  return { outline: `2px solid ${(palette.primary as { main: string }).main}`, outlineOffset: 2 };
}

const HIDDEN = '…';

/**
 * Returns a text with only its ends visible, so that somebody who learns a card does not learn its devices: at most a
 * quarter of the characters at each end, and at most four.
 */
export function maskText(text: string): string {
  const characters = Array.from(text);
  const visible = Math.min(4, Math.floor(characters.length / 4));
  return (
    characters.slice(0, visible).join('') + HIDDEN + characters.slice(characters.length - visible).join('')
  );
}

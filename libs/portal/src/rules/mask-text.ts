const HIDDEN = '…';

/**
 * Masks a text, so that somebody who learns a card does not learn its devices. At each end, at most a quarter of the
 * characters and at most four stay visible.
 */
export function maskText(text: string): string {
  const characters = Array.from(text);
  const visible = Math.min(4, Math.floor(characters.length / 4));
  return (
    characters.slice(0, visible).join('') + HIDDEN + characters.slice(characters.length - visible).join('')
  );
}

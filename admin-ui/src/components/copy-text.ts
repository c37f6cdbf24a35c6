/**
 * Copies a text to the clipboard. It also works without HTTPS, where browsers do not provide the clipboard API.
 * @throws if nothing was copied
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const focused = document.activeElement as HTMLElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  // A dialog traps the focus, so an element outside the dialog could not be selected.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  focused?.focus();
  if (!isCopied) throw new Error('The browser did not copy');
}

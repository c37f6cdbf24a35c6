/**
 * Copies to the clipboard, also where the panel is served without HTTPS and browsers keep the clipboard's API back.
 * @throws when nothing was copied
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const focused = document.activeElement as HTMLElement | null;
  const area = document.createElement('textarea');
  area.value = text;
  // A dialog takes the focus back from whatever is outside of it, and then nothing would be selected.
  (focused?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  focused?.focus();
  if (!isCopied) throw new Error('The browser did not copy');
}

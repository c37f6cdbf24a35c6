/** Returns the location of the card list of a batch. */
export function batchPath(batch: string): { pathname: string; search: string } {
  const filter = JSON.stringify({ batch });
  return { pathname: '/cards', search: `?${new URLSearchParams({ filter }).toString()}` };
}

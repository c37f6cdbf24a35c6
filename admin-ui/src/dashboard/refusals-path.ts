/** Filter of the list of refused requests. */
interface RefusalFilter {
  code?: number;
  ip?: string;
  /** Epoch milliseconds. */
  from?: number;
}

/** Returns the path of the list of refused requests with a filter. */
export function refusalsPath(filter: RefusalFilter): string {
  return `/refusals?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}

/** The reason why the panel cannot be opened yet. */
class OpeningProblem {
  private reason: string | undefined;
  private readonly listeners = new Set<() => void>();

  readonly get = (): string | undefined => this.reason;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  set(reason: string | undefined): void {
    this.reason = reason;
    for (const listener of this.listeners) listener();
  }
}

export const openingProblem = new OpeningProblem();

/** Something that requests depend on, such as the connection to the server, and that can be interrupted for a while. */
export class Interruptible {
  private interrupted = false;
  private readonly listeners = new Set<() => void>();

  readonly isInterrupted = (): boolean => this.interrupted;

  /** Calls the listener at the start and the end of each interruption. Returns a function that removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  interrupt(): void {
    this.set(true);
  }

  restore(): void {
    this.set(false);
  }

  /** Resolves at the end of the interruption; immediately if there is none. */
  async untilRestored(): Promise<void> {
    while (this.interrupted) {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  private set(interrupted: boolean): void {
    if (this.interrupted === interrupted) return;
    this.interrupted = interrupted;
    for (const listener of this.listeners) listener();
  }
}

/** A MariaDB or MySQL server of one's own. */
export interface PrivateMysql {
  name: string;
  /** As its root, who has no password. */
  url: string;
  /** Ends it and removes what it stored. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on its port, with what it stored. */
  restart(): Promise<void>;
  /** It takes connections and answers nothing, as a machine that is overloaded. */
  hang(): void;
  goOn(): void;
}

/** Starts one when the machine has it. */
export function startPrivateMysql(settings?: string[]): Promise<PrivateMysql | undefined>;

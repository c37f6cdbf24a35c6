/** A Redis server of one's own. */
export interface PrivateRedis {
  name: string;
  port: number;
  url: string;
  /** Ends it and removes what it stored. */
  stop(): Promise<void>;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on its port, empty. */
  restart(): Promise<void>;
  /** It takes connections and answers nothing, as a machine that is overloaded. */
  hang(): void;
  goOn(): void;
}

/** Starts one when the machine has it. */
export function startPrivateRedis(more?: string[]): Promise<PrivateRedis | undefined>;

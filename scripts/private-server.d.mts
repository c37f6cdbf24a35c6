/** A TCP port that nothing listens on, and that the system gives to no connection until something does. */
export function freePort(): Promise<number>;

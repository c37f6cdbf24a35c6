export class PingResult {
  /**
   * The server's time in epoch seconds.
   * @example 1574654197
   */
  server_time!: number;
}

/** The state of the server, changed only by `start.ts`. */
export interface Lifecycle {
  /** The server is stopping and reports that it is not ready, but still answers all requests. */
  isStopping: boolean
  /**
   * The server is about to accept no more connections, and drops what a proxy repeats elsewhere, so
   * that the proxy leaves this server out.
   */
  isLeaving: boolean
}

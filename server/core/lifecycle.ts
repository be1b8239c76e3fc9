/** The state of the server, changed only by `start.ts`. */
export interface Lifecycle {
  /** The server is stopping and reports that it is not ready, but still answers all requests. */
  isStopping: boolean
}

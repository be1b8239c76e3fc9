/** What the parts of a server know of its end; changed by `start.ts` alone. */
export interface Lifecycle {
  /** Told to stop, and not ready for more people, though all who come are still answered. */
  isStopping: boolean
}

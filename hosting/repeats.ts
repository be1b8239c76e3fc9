/**
 * A header with which a proxy says that it repeats a GET or HEAD at the next server when this one
 * closes the connection without an answer, and then leaves this one out for a while.
 */
export const repeatsHeader = 'Aman-Proxy-Repeats'

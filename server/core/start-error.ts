/** Explains in one line why the server cannot start and what to change; shown without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A failure that may end without an operator, as a database that does not answer yet. */
export class NotYetError extends StartError {
  override name = 'NotYetError'
}

/** EX_CONFIG of sysexits.h: the unit of systemd does not start the server again. */
export const needsOperator = 78

/** The message of a caught value; any value may be thrown. */
export function wordsOfCause(cause: unknown): string {
  // A host with several addresses fails once for each of them.
  if (cause instanceof AggregateError) return cause.errors.map(wordsOfCause).join(', ')
  return cause instanceof Error ? cause.message : String(cause)
}

const ofDescriptors = new Set<unknown>(['read', 'write', 'fsync'])

/** A failure of the file system in one line, with the file; undefined for any other value. */
export function wordsOfFileError(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('syscall' in cause)) return undefined
  const words = cause.message.replace(/, \w+(?: '.*)?$/s, '')
  if ('path' in cause) return `Cannot use ${cause.path}: ${words}`
  return ofDescriptors.has(cause.syscall) ? `Cannot ${cause.syscall}: ${words}` : undefined
}

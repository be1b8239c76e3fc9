import { NotYetError, StartError, wordsOfCause } from '../../core/start-error.ts'

/** The address may come later, as those of a network that is starting; a port stays taken. */
export function cannotListen(
  address: string,
  setting: 'PORT' | 'METRICS_ADDRESS',
  cause: unknown,
): StartError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const isTaken = code === 'EADDRINUSE'
  const taken = `another program uses this port: set ${setting}, or stop it`
  const words = `Cannot listen on ${address}: ${isTaken ? taken : wordsOfCause(cause)}`
  return code === 'EADDRNOTAVAIL' ? new NotYetError(words) : new StartError(words)
}

import { setTimeout } from 'node:timers/promises'
import { secondMs } from '../../core/clock.ts'
import { wordsOfCause } from '../../core/start-error.ts'

const timeoutMs = 30 * secondMs
const pauseMs = 100

/** Retries while another process holds the database, as in two concurrent first starts. */
export async function retryWhileBusy<Result>(task: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + timeoutMs
  for (;;) {
    try {
      return await task()
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > end) throw cause
      await setTimeout(pauseMs)
    }
  }
}

/** The database server could not be reached, or the connection to it broke. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'

  constructor(cause: unknown) {
    super(wordsOfCause(cause), { cause })
  }
}

type Kind = 'unique' | 'reference' | 'check' | 'busy' | 'unavailable'

/** SQLite's result codes: extended ones for constraints, primary ones for the rest. */
const sqliteKinds: ReadonlyMap<number, Kind> = new Map([
  [2067, 'unique'],
  [787, 'reference'],
  // Busy, locked.
  [5, 'busy'],
  [6, 'busy'],
  // Read-only disk, I/O error, full.
  [8, 'unavailable'],
  [10, 'unavailable'],
  [13, 'unavailable'],
])

/** PostgreSQL's SQLSTATE codes, whole or by class; the first that matches counts. */
const postgresKinds: readonly (readonly [prefix: string, kind: Kind])[] = [
  ['23505', 'unique'],
  ['23503', 'reference'],
  ['23514', 'check'],
  // Serialization failure, deadlock, lock not available.
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['55P03', 'busy'],
  // Connection lost, insufficient resources (a full disk included), operator intervention, I/O error.
  ['08', 'unavailable'],
  ['53', 'unavailable'],
  ['57', 'unavailable'],
  ['58', 'unavailable'],
  // A standby, which accepts no writes.
  ['25006', 'unavailable'],
]

/** Whether a row was rejected because another row has the same key. */
export function isUniqueViolation(error: unknown): boolean {
  return kindOf(error) === 'unique'
}

/** Whether a row was rejected because a row that it refers to does not exist. */
export function isReferenceViolation(error: unknown): boolean {
  return kindOf(error) === 'reference'
}

/** Whether PostgreSQL found a row outside the bounds of its partition, or against another check. */
export function isCheckViolation(error: unknown): boolean {
  return kindOf(error) === 'check'
}

/** Whether another process holds a lock that the statement needs. */
export function isBusy(error: unknown): boolean {
  return kindOf(error) === 'busy'
}

/** Whether the database is temporarily unavailable, rather than the statement wrong. */
export function isUnavailable(error: unknown): boolean {
  const kind = kindOf(error)
  return kind === 'busy' || kind === 'unavailable'
}

/** Whether the file may not be written, which a later try does not change. */
export function isReadOnly(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 8
}

function kindOf(error: unknown): Kind | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof ConnectionError) return 'unavailable'
  if ('errcode' in error) {
    const { errcode } = error
    if (typeof errcode !== 'number') return undefined
    return sqliteKinds.get(errcode) ?? sqliteKinds.get(errcode & 0xff)
  }
  const code = 'code' in error ? error.code : undefined
  if (typeof code !== 'string') return undefined
  return postgresKinds.find(([prefix]) => code.startsWith(prefix))?.[1]
}

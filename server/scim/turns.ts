import { setTimeout } from 'node:timers/promises'
import type { Database } from '../database/tables/tables.ts'
import { ScimError } from './scim-answer.ts'

/** For one organization. Providers send a few changes at a time. */
const mostWaiting = 100
const retryAfterSeconds = 2

type Change = () => Promise<void>

/** The changes that wait, by organization, in the order of their turns. */
type Lines = Map<string, Change[]>

/** By the database of the server. */
const linesOf = new WeakMap<Database, Lines>()

/**
 * Runs the changes of an organization in their order, one at a time, and lets organizations take turns.
 * @throws ScimError 429 when too many changes of the organization wait
 */
export function inTurnOf<Result>(
  database: Database,
  organizationId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const lines = linesOf.get(database) ?? new Map<string, Change[]>()
  linesOf.set(database, lines)
  const line = lines.get(organizationId) ?? []
  if (line.length >= mostWaiting) {
    throw new ScimError(
      429,
      'Too many changes of this organization wait. Try again in a few seconds.',
      { headers: { 'Retry-After': String(retryAfterSeconds) } },
    )
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  line.push(() => work().then(resolve, reject))
  const isIdle = lines.size === 0
  lines.set(organizationId, line)
  if (isIdle) void serve(lines)
  return promise
}

/**
 * One change at a time, and after each a pause as long as it took, so that providers that send many
 * leave other calls at least half of the time.
 */
async function serve(lines: Lines): Promise<void> {
  for (let first = firstOf(lines); first !== undefined; first = firstOf(lines)) {
    const [organizationId, line] = first
    const startedMs = performance.now()
    await line.shift()?.()
    await setTimeout(performance.now() - startedMs)
    lines.delete(organizationId)
    // Behind all that came meanwhile.
    if (line.length > 0) lines.set(organizationId, line)
  }
}

function firstOf(lines: Lines): [organizationId: string, line: Change[]] | undefined {
  return lines.entries().next().value
}

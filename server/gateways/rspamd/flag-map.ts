import { domainToUnicode } from 'node:url'
import { splitAddress } from '../../../contract/core/email.ts'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { nextSlot } from '../../database/keyset.ts'
import { isOneOf } from '../../database/search-index.ts'
import type { Database } from '../../database/tables/tables.ts'
import { isActive } from '../../flags/flags.ts'
import { chunksOf } from '../../http/list-page.ts'
import type { Services } from '../../http/services.ts'
import { isIgnored, readAliases } from '../../organizations/organizations.ts'

/**
 * The lines of a map for one recipient: each spelling of the recipient with each spelling of each
 * value. An address or domain that a map cannot say is left out, so that none can inject a line, a
 * comment or another recipient.
 * @param recipient one spelling
 */
export function flagLines(recipient: string, values: readonly string[]): string[] {
  return values
    .flatMap(spellingsOf)
    .flatMap((value) => lineOf(recipient, value) ?? [])
    .toSorted()
}

/**
 * The canonical form, and with the letters of an internationalised domain, as SMTPUTF8 writes it.
 * Upper and lower case are one to rspamd.
 */
function spellingsOf(value: string): string[] {
  const [local, domain] = value.includes('@') ? splitAddress(value) : [undefined, value]
  if (!/(?:^|\.)xn--/.test(domain)) return [value]
  const unicode = domainToUnicode(domain)
  if (unicode === '' || unicode === domain) return [value]
  return [value, local === undefined ? unicode : `${local}@${unicode}`]
}

/** Neither rspamd's separators nor what its parser cannot read back. */
const sayable = /^[^\s\p{Cc}\p{Zl}\p{Zp}|"\\]+$/u

/** Whether a map can say an address or a domain. */
export function isSayable(text: string): boolean {
  return sayable.test(text)
}

function lineOf(recipient: string, value: string): string | undefined {
  if (!isSayable(recipient) || !isSayable(value)) return undefined
  const line = `${recipient}|${value}`
  // `#` begins a comment within a line, too, and `/` a regular expression; not in quotes.
  return line.includes('#') || line.startsWith('/') ? `"${line}"` : line
}

/** Users or recipients of one step; other calls run between steps. */
const stepUsers = 100
/** Flags of one step, unless one user has more. */
const stepFlags = 500
/** Recipients that are brought into order in one step. */
const stepMerged = 2000

/** One spelling of an address, and how many flags its user has. */
interface Recipient {
  readonly userId: string
  readonly address: string
  /** The start of the recipient's lines, by which they are sorted. */
  readonly start: string
  readonly flags: number
}

type Place = Pick<Services, 'database' | 'trustablePublicMail' | 'clock'>

/**
 * The lines of an organization, sorted, in pieces. Changes while it is read may or may not be in it: its tag,
 * which was read before, is an old one then, and the next request reads the map again.
 */
export async function* flagsOf(
  services: Place,
  organizationId: string,
  flagType: FlagType,
): AsyncGenerator<string> {
  // One moment for the whole map.
  const now = services.clock().toISOString()
  const recipients = await readRecipients(services.database, organizationId, flagType, now)
  for (const step of stepsOf(recipients)) {
    await nextSlot()
    const values = await readValues(services, organizationId, flagType, step, now)
    const lines = step.flatMap(({ userId, address }) =>
      flagLines(address, values.get(userId) ?? []),
    )
    if (lines.length > 0) yield `${lines.join('\n')}\n`
  }
}

/** All spellings of addresses and aliases of active users with flags, in the order of the lines. */
async function readRecipients(
  database: Database,
  organizationId: string,
  flagType: FlagType,
  now: string,
): Promise<readonly Recipient[]> {
  const runs: Recipient[][] = []
  const read = (after: { id: string } | undefined, limit: number) =>
    readUsers(database, organizationId, flagType, now, after?.id ?? '', limit)
  for await (const users of chunksOf(read, undefined, stepUsers)) {
    const flagged = users.filter(({ flags }) => Number(flags) > 0)
    const aliases = await readAliases(
      database,
      flagged.map(({ id }) => id),
    )
    const run = flagged.flatMap(({ id: userId, email, flags }) =>
      [email, ...(aliases.get(userId) ?? [])]
        .flatMap(spellingsOf)
        .map((address) => ({ userId, address, start: `${address}|`, flags: Number(flags) })),
    )
    if (run.length > 0) runs.push(run.sort((one, other) => (one.start < other.start ? -1 : 1)))
  }
  return mergeRuns(runs)
}

function readUsers(
  database: Database,
  organizationId: string,
  flagType: FlagType,
  now: string,
  after: string,
  limit: number,
) {
  return database
    .selectFrom('users')
    .select(({ selectFrom, fn }) => [
      'users.id',
      'users.email',
      selectFrom('flags')
        .select(fn.countAll().as('count'))
        .whereRef('flags.user_id', '=', 'users.id')
        .where('flags.organization_id', '=', organizationId)
        .where('flags.flag_type', '=', flagType)
        .where(isActive(now))
        .$asScalar()
        .as('flags'),
    ])
    .where('users.organization_id', '=', organizationId)
    .where('users.id', '>', after)
    .where('users.is_active', '=', 1)
    .where('users.removed_at', 'is', null)
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

/** Two at a time, with other calls in between: to sort 100,000 at once would keep them waiting. */
async function mergeRuns(runs: readonly (readonly Recipient[])[]): Promise<readonly Recipient[]> {
  let merged = runs
  while (merged.length > 1) {
    const next: (readonly Recipient[])[] = []
    for (let start = 0; start < merged.length; start += 2) {
      next.push(await merge(merged[start] ?? [], merged[start + 1] ?? []))
    }
    merged = next
  }
  return merged[0] ?? []
}

async function merge(
  one: readonly Recipient[],
  other: readonly Recipient[],
): Promise<readonly Recipient[]> {
  const merged: Recipient[] = []
  for (let [left, right] = [0, 0]; ; ) {
    const [first, second] = [one[left], other[right]]
    if (first !== undefined && (second === undefined || first.start < second.start)) {
      merged.push(first)
      left += 1
    } else if (second !== undefined) {
      merged.push(second)
      right += 1
    } else {
      return merged
    }
    if (merged.length % stepMerged === 0) await nextSlot()
  }
}

function* stepsOf(recipients: readonly Recipient[]): Generator<readonly Recipient[]> {
  let step: Recipient[] = []
  let flags = 0
  for (const recipient of recipients) {
    if (step.length === stepUsers || (step.length > 0 && flags + recipient.flags > stepFlags)) {
      yield step
      step = []
      flags = 0
    }
    step.push(recipient)
    flags += recipient.flags
  }
  if (step.length > 0) yield step
}

/** The flagged senders of each user, without flags that have no effect. */
async function readValues(
  { database, trustablePublicMail }: Place,
  organizationId: string,
  flagType: FlagType,
  step: readonly Recipient[],
  now: string,
): Promise<ReadonlyMap<string, string[]>> {
  const ids = [...new Set(step.map(({ userId }) => userId))]
  const rows = await database
    .selectFrom('flags')
    .select(['user_id', 'flag_type', 'value'])
    .where('organization_id', '=', organizationId)
    .where(isOneOf(database, 'user_id', ids))
    .where('flag_type', '=', flagType)
    .where(isActive(now))
    .execute()
  const values = new Map<string, string[]>()
  for (const flag of rows) {
    if (isIgnored(flag, trustablePublicMail)) continue
    const known = values.get(flag.user_id)
    if (known === undefined) values.set(flag.user_id, [flag.value])
    else known.push(flag.value)
  }
  return values
}

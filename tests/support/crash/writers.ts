import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { listFlagsEndpoint } from '../../../contract/flags/list-flags.ts'
import { listOrganizationsEndpoint } from '../../../contract/organizations/list-organizations.ts'
import { listUsersEndpoint } from '../../../contract/users/list-users.ts'
import { openPlace } from '../browser/place.ts'
import { type Client, Gone, openClient } from '../server/client.ts'
import { makeOrganization, makeSession, makeUser } from '../worlds/factories.ts'
import { makeGatewayKey } from '../worlds/mail-factories.ts'

/**
 * The client's expectations. Between request and answer both the old and the new value of a thing
 * may be stored; after the answer, the new one alone.
 */
export class Ledger {
  readonly #expected = new Map<string, readonly string[]>()
  #acknowledged = 0
  #isClosed = false

  /** @param thing that no other writer changes meanwhile */
  begin(thing: string, value: string): void {
    this.#expected.set(thing, [...(this.#expected.get(thing) ?? ['nothing']), value])
  }

  acknowledge(thing: string, value: string): void {
    if (!this.#isClosed) this.#expected.set(thing, [value])
    this.#acknowledged += 1
  }

  async write(thing: string, value: string, call: () => Promise<unknown>): Promise<void> {
    this.begin(thing, value)
    await call()
    this.acknowledge(thing, value)
  }

  /** From now on what was acknowledged so far has to be stored, and what follows may be. */
  close(): void {
    this.#isClosed = true
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  /** @returns what is not as it was acknowledged */
  lost(found: ReadonlyMap<string, string>): string[] {
    return [...this.#expected].flatMap(([thing, values]) => {
      const value = found.get(thing) ?? 'nothing'
      return values.includes(value) ? [] : [`${thing} is ${value}, not ${values.join(' or ')}`]
    })
  }
}

/** So many mails of one sender, whose domain is the report's idempotency key, too. */
interface Report {
  readonly domain: string
  readonly size: number
}

interface Firms {
  readonly adminToken: string
  /** A key of the organization whose users stay. */
  readonly key: string
  readonly recipient: string
  /** Users of this one come and go. */
  readonly other: { readonly organizationId: string; readonly key: string }
  /** Reports without an answer, which the gateway repeats. */
  readonly unanswered: Set<Report>
}

export type Writing = Firms & { readonly ledger: Ledger }

/** Makes its calls once; it is called again and again. */
export type Writer = (writing: Writing & Pick<Client, 'call'>) => Promise<void>

export async function prepareFirms(databaseUrl: string): Promise<Firms> {
  await using place = await openPlace(databaseUrl)
  const [organizationId, other] = [await makeOrganization(place), await makeOrganization(place)]
  const admin = await makeUser(place, { role: 'super_admin', organizationId })
  return {
    adminToken: await makeSession(place, admin),
    key: await makeGatewayKey(place, organizationId),
    recipient: (await makeUser(place, { organizationId })).email,
    other: { organizationId: other, key: await makeGatewayKey(place, other) },
    unanswered: new Set(),
  }
}

/** Mails to a user who may be removed later: they are deleted as a whole. */
export const batchOfUser = 50

const maliciousMail = (recipient: string, sender: string) =>
  ({ recipient, sender, threat_level: 'malicious' }) as const

/** A report that is repeated after no answer may not be stored twice. */
export const reportMail: Writer = async ({ call, key, recipient, unanswered, ledger }) => {
  const send = async (report: Report) => {
    const { domain, size } = report
    const mail = maliciousMail(recipient, `someone@${domain}`)
    const body = size === 1 ? mail : { scans: Array.from({ length: size }, () => mail) }
    await call('POST', '/scans', key, body, domain)
    unanswered.delete(report)
    ledger.acknowledge(`mail from ${domain}`, String(size))
  }
  for (const report of unanswered) await send(report)
  // Odd sizes, so that a transaction that is cut in half would show.
  for (const size of [1, 3, 17]) {
    const report = { domain: `${randomUUID()}.example`, size }
    ledger.begin(`mail from ${report.domain}`, String(size))
    unanswered.add(report)
    await send(report)
  }
}

/** A user is created, gets mail, is renamed and removed; every other one stays. */
const manageUsers: Writer = async ({ call, adminToken, other, ledger }) => {
  const username = `person-${randomUUID()}`
  const email = `${username}@firm.example`
  const user = { username, email, role: 'employee', organization_id: other.organizationId }
  const save = (fields: { id?: string; full_name: string; password: string }) =>
    ledger.write(username, fields.full_name, () =>
      call('POST', '/admin/users/detailed', adminToken, { ...user, ...fields }),
    )
  // Two words that no list of common passwords has.
  await save({ full_name: 'Before', password: 'violet kettle drum' })
  const mail = maliciousMail(email, 'a@b.example')
  const scans = Array.from({ length: batchOfUser }, () => mail)
  await call('POST', '/scans', other.key, { scans })
  const found = await call('GET', `/admin/users?q=${username}`, adminToken)
  const id = String(v.parse(listUsersEndpoint.output, found)[0]?.id)
  await save({ id, full_name: 'After', password: '' })
  if (Math.random() < 0.5) return
  await ledger.write(username, 'nothing', () => call('DELETE', `/admin/users/${id}`, adminToken))
}

export const keepFlags: Writer = async ({ call, adminToken, ledger }) => {
  const value = `${randomUUID()}.example`
  const flag = { flag_type: 'red', value }
  await ledger.write(`flag ${value}`, 'red', () => call('POST', '/flags/add', adminToken, flag))
  if (Math.random() < 0.5) return
  ledger.begin(`flag ${value}`, 'nothing')
  await removeFlag(call, adminToken, value)
  ledger.acknowledge(`flag ${value}`, 'nothing')
}

/** Finds a flag by its value and removes it. */
export async function removeFlag(call: Client['call'], token: string, value: string) {
  const { flags } = v.parse(listFlagsEndpoint.output, await call('GET', '/flags/list', token))
  const id = flags?.find((flag) => flag.value === value)?.id
  await call('DELETE', `/flags/remove/${id}`, token)
}

export const askSupport: Writer = async ({ call, adminToken, ledger }) => {
  const subject = randomUUID()
  await ledger.write(`request ${subject}`, 'asked', () => requestSupport(call, adminToken, subject))
}

function requestSupport(call: Client['call'], token: string, subject: string) {
  const request = { request_type: 'general_support', priority: 'low', description: 'x', subject }
  return call('POST', '/team/support-request', token, request)
}

/** An organization and its first receipt. */
const issueReceipts: Writer = async ({ call, adminToken, ledger }) => {
  const name = `Firm ${randomUUID()}`
  const organization = { name, industry: 'other', contact_email: 'office@firm.example' }
  await ledger.write(name, 'there', () =>
    call('POST', '/admin/organizations/detailed', adminToken, organization),
  )
  const query = new URLSearchParams({ q: name })
  const found = await call('GET', `/admin/organizations?${query}`, adminToken)
  const id = String(v.parse(listOrganizationsEndpoint.output, found)[0]?.id)
  await ledger.write(`receipt of ${id}`, 'issued', () =>
    call('POST', `/admin/generate-receipt/${id}/2025/1`, adminToken),
  )
}

export const writers: readonly Writer[] = [
  reportMail,
  reportMail,
  manageUsers,
  manageUsers,
  keepFlags,
  askSupport,
  issueReceipts,
]

/** All writers at once, each over a connection of its own, until the server is gone. */
export async function writeAll(url: string, writing: Writing): Promise<void> {
  await Promise.all(writers.map((write) => writeUntilGone(url, write, writing)))
}

async function writeUntilGone(url: string, write: Writer, writing: Writing): Promise<void> {
  const client = openClient(url)
  try {
    for (;;) await write({ ...writing, call: client.call })
  } catch (cause) {
    if (!(cause instanceof Gone)) throw cause
  } finally {
    client.end()
  }
}

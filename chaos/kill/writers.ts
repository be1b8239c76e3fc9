import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { adminOrganizationsEndpoint } from '../../contract/endpoints/admin-organizations.ts'
import { adminUsersEndpoint } from '../../contract/endpoints/admin-users.ts'
import { flagsListEndpoint } from '../../contract/endpoints/flags-list.ts'
import type { Caller } from './caller.ts'
import type { Ledger } from './ledger.ts'
import type { Report, Stage } from './stage.ts'

/** Makes its calls once; it is called again and again until the server is gone. */
export type Writer = (caller: Caller, stage: Stage, ledger: Ledger) => Promise<void>

/** Odd sizes, so that a transaction that is cut in half would show. */
const batches = [1, 3, 17] as const
/** What somebody gets who may be removed later: their mail goes as a whole. */
export const batchOfUser = 50

/**
 * Mail alone and in batches; each report has a sender of its own, whose mails are counted. What got
 * no answer is reported again, and may not be there twice.
 */
async function reportMail(caller: Caller, stage: Stage, ledger: Ledger) {
  for (const report of stage.unanswered) await sendReport(caller, stage, ledger, report)
  for (const size of batches) {
    const report = { domain: `${randomUUID()}.example`, size }
    ledger.begin(`mail from ${report.domain}`, String(size))
    stage.unanswered.add(report)
    await sendReport(caller, stage, ledger, report)
  }
}

async function sendReport(caller: Caller, stage: Stage, ledger: Ledger, report: Report) {
  const { domain, size } = report
  const mail = {
    recipient: stage.recipient,
    sender: `someone@${domain}`,
    threat_level: 'malicious',
  }
  const body = size === 1 ? mail : { scans: Array.from({ length: size }, () => mail) }
  await caller.call('POST', '/scans', stage.key, body, domain)
  stage.unanswered.delete(report)
  ledger.acknowledge(`mail from ${domain}`, String(size))
}

/** Somebody comes, gets mail, is renamed and goes; every other one stays. */
async function manageUsers(caller: Caller, { adminToken, other }: Stage, ledger: Ledger) {
  const username = `person-${randomUUID()}`
  const user = {
    username,
    email: `${username}@firm.example`,
    role: 'employee',
    organization_id: other.organizationId,
  }
  const save = async (fields: { id?: string; full_name: string; password: string }) => {
    ledger.begin(username, fields.full_name)
    await caller.call('POST', '/admin/users/detailed', adminToken, { ...user, ...fields })
    ledger.acknowledge(username, fields.full_name)
  }
  // Two words that no list of common passwords has.
  await save({ full_name: 'Before', password: 'violet kettle drum' })
  const mail = { recipient: user.email, sender: 'a@b.example', threat_level: 'malicious' }
  await caller.call('POST', '/scans', other.key, {
    scans: Array.from({ length: batchOfUser }, () => mail),
  })
  const found = await caller.call('GET', `/admin/users?q=${username}`, adminToken)
  const id = String(v.parse(adminUsersEndpoint.output, found)[0]?.id)
  await save({ id, full_name: 'After', password: '' })
  if (Math.random() < 0.5) return
  ledger.begin(username, 'nothing')
  await caller.call('DELETE', `/admin/users/${id}`, adminToken)
  ledger.acknowledge(username, 'nothing')
}

async function keepFlags(caller: Caller, { adminToken }: Stage, ledger: Ledger) {
  const value = `${randomUUID()}.example`
  ledger.begin(`flag ${value}`, 'red')
  await caller.call('POST', '/flags/add', adminToken, { flag_type: 'red', value })
  ledger.acknowledge(`flag ${value}`, 'red')
  if (Math.random() < 0.5) return
  ledger.begin(`flag ${value}`, 'nothing')
  const { flags } = v.parse(
    flagsListEndpoint.output,
    await caller.call('GET', '/flags/list', adminToken),
  )
  const id = flags?.find((flag) => flag.value === value)?.id
  await caller.call('DELETE', `/flags/remove/${id}`, adminToken)
  ledger.acknowledge(`flag ${value}`, 'nothing')
}

async function askSupport(caller: Caller, { adminToken }: Stage, ledger: Ledger) {
  const subject = randomUUID()
  ledger.begin(`request ${subject}`, 'asked')
  const request = { request_type: 'general_support', priority: 'low', subject, description: 'x' }
  await caller.call('POST', '/team/support-request', adminToken, request)
  ledger.acknowledge(`request ${subject}`, 'asked')
}

/** An organization and its first receipt. */
async function issueReceipts(caller: Caller, { adminToken }: Stage, ledger: Ledger) {
  const name = `Firm ${randomUUID()}`
  const organization = { name, industry: 'other', contact_email: 'office@firm.example' }
  ledger.begin(name, 'there')
  await caller.call('POST', '/admin/organizations/detailed', adminToken, organization)
  ledger.acknowledge(name, 'there')
  const query = new URLSearchParams({ q: name })
  const found = await caller.call('GET', `/admin/organizations?${query}`, adminToken)
  const id = String(v.parse(adminOrganizationsEndpoint.output, found)[0]?.id)
  ledger.begin(`receipt of ${id}`, 'issued')
  await caller.call('POST', `/admin/generate-receipt/${id}/2025/1`, adminToken)
  ledger.acknowledge(`receipt of ${id}`, 'issued')
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

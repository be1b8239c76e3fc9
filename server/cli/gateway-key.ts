import '../core/closed-prototype.ts'
import { parseArgs } from 'node:util'
import { gatewayScopes, type KeyScope, keyScopes } from '../../contract/core/key-scope.ts'
import { operator, recordAct } from '../audit/record.ts'
import type { Clock } from '../core/clock.ts'
import { commandLine } from '../core/command-line.ts'
import { isNetworkList } from '../core/networks.ts'
import { StartError } from '../core/start-error.ts'
import type { Database, Place } from '../database/tables/tables.ts'
import {
  issueGatewayKey,
  type ListedKey,
  listGatewayKeys,
  revokeGatewayKey,
} from '../gateways/keys/gateway-keys.ts'
import {
  addOperatorKey,
  type Covered,
  countWords,
  coverOrganizations,
  endOperatorKey,
  readOperatorKeys,
  wordsOfCover,
} from '../gateways/keys/operator-keys.ts'
import { readRefused } from '../gateways/refused-requests/refused-requests.ts'
import { findOrganization } from '../organizations/organization.ts'
import { runCommand, withExistingDatabase, withUsage } from './command.ts'

const usage = `Usage: ${commandLine('gateway-key')} <organization> [--label <text>] [--expires <date>] [--networks <list>] [--scope report|flags|analyse] | --list | --revoke <key id>
The organization by its name or id; a date as 2027-01-31, which is the first day without the key;
networks as 192.0.2.0/24,2001:db8::/32. A key with the scope report, the default, reports mail; one
with the scope flags reads the flags of the organization's users; one with the scope analyse asks the
judge about a mail.
A key of the operator is for all organizations, also those to come, or for those that are named:
${commandLine('gateway-key')} --operator [<organization> …] [as above] | --cover <key id> <organization> …`

const clock: Clock = () => new Date()

await runCommand(async () => {
  const { names, options } = readArguments()
  const answer = await withExistingDatabase((database) =>
    database
      .transaction()
      .execute((transaction) =>
        (options.operator ? runForOperator : run)({ database: transaction, clock }, names, options),
      ),
  )
  process.stdout.write(`${answer}\n`)
})

type Options = ReturnType<typeof readArguments>['options']

function readArguments() {
  return withUsage(usage, () => {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        label: { type: 'string', default: '' },
        list: { type: 'boolean', default: false },
        revoke: { type: 'string' },
        expires: { type: 'string' },
        networks: { type: 'string', default: '' },
        scope: { type: 'string', default: 'report' },
        operator: { type: 'boolean', default: false },
        cover: { type: 'string' },
      },
    })
    if (values.cover !== undefined && !values.operator) throw new Error('--cover takes --operator')
    if (values.cover !== undefined && positionals.length === 0)
      throw new Error('Name an organization')
    if (!values.operator && positionals.length !== 1) throw new Error('Name one organization')
    return { names: positionals, options: values }
  })
}

/** @returns the text to print */
async function run(
  parts: Place,
  [name = '']: readonly string[],
  options: Options,
): Promise<string> {
  const organization = await requireOrganization(parts.database, name)
  if (options.list) {
    const keys = await listGatewayKeys(parts, organization.id)
    return keys.length === 0
      ? `${organization.name} has no gateway keys`
      : keys.map((key) => rowOf(key)).join('\n')
  }
  const recorded = `organization ${organization.id}`
  if (options.revoke !== undefined) {
    if (!(await revokeGatewayKey(parts, organization.id, options.revoke)))
      throw new StartError(`${organization.name} has no valid gateway key '${options.revoke}'`)
    await record(parts, 'gateway-key-revoke', 'gateway-key', options.revoke, recorded)
    return `Revoked ${options.revoke}`
  }
  const given = keyOptions(options, keyScopes)
  const { id, key } = await issueGatewayKey(parts, organization.id, given)
  const detail = `${recorded}, scope ${given.scope}`
  await record(parts, 'gateway-key-issue', 'gateway-key', id, detail)
  return `Gateway key of ${organization.name} with the scope '${given.scope}', shown only once: ${key}\nIts id, to revoke it: ${id}`
}

/**
 * The command `gateway-key --operator`: keys for many organizations.
 * @param names of the organizations that a key is for; all, if there are none
 * @returns the text to print
 */
async function runForOperator(
  parts: Place,
  names: readonly string[],
  options: Options,
): Promise<string> {
  const { database } = parts
  if (options.list) return listForOperator(database)
  if (options.revoke !== undefined) {
    if (!(await endOperatorKey(parts, options.revoke))) throw unknown(options.revoke)
    await record(parts, 'gateway-key-revoke', 'operator-key', options.revoke)
    return `Revoked ${options.revoke}`
  }
  const covered = await coveredBy(database, names)
  const words = wordsOfCover(covered)
  if (options.cover !== undefined) {
    if (!(await coverOrganizations(database, options.cover, covered))) throw unknown(options.cover)
    await record(parts, 'gateway-key-cover', 'operator-key', options.cover, words)
    return `${options.cover} is for ${words} now`
  }
  const given = keyOptions(options, gatewayScopes)
  const { id, key } = await addOperatorKey(parts, covered, given)
  await record(parts, 'gateway-key-issue', 'operator-key', id, `scope ${given.scope}, ${words}`)
  return `Gateway key of the operator with the scope '${given.scope}' for ${words}, shown only once: ${key}\nIts id, to revoke it: ${id}`
}

async function listForOperator(database: Database): Promise<string> {
  const keys = await readOperatorKeys({ database })
  if (keys.length === 0) return 'The operator has no gateway keys'
  const rows: string[] = []
  for (const key of keys) {
    rows.push(rowOf(key, [covers(key)]))
    for (const { reason, count, last_at } of await readRefused(database, clock(), key.id)) {
      rows.push(`  refused within a day: ${count} × ${reason}, last ${last_at}`)
    }
  }
  return rows.join('\n')
}

function record(
  parts: Place,
  action: 'gateway-key-issue' | 'gateway-key-revoke' | 'gateway-key-cover',
  target: 'gateway-key' | 'operator-key',
  targetId: string,
  detail = '',
): Promise<void> {
  return recordAct(parts, parts.database, operator, { action, target, targetId, detail })
}

function unknown(id: string): StartError {
  return new StartError(`The operator has no valid gateway key '${id}'`)
}

async function coveredBy(database: Database, names: readonly string[]): Promise<Covered> {
  if (names.length === 0) return 'all'
  const ids: string[] = []
  for (const name of names) ids.push((await requireOrganization(database, name)).id)
  return ids
}

async function requireOrganization(database: Database, name: string) {
  const organization = await findOrganization(database, name)
  if (organization === undefined) throw new StartError(`There is no organization '${name}'`)
  return organization
}

function covers({ covers_all, chosen }: Awaited<ReturnType<typeof readOperatorKeys>>[number]) {
  return `for ${covers_all === 1 ? 'all organizations' : countWords(Number(chosen))}`
}

/** @throws StartError for a past or invalid date, invalid networks and an unknown scope */
function keyOptions<Scope extends KeyScope>(
  { label, expires, networks, scope: given }: Options,
  scopes: readonly Scope[],
) {
  if (!isNetworkList(networks))
    throw new StartError(`--networks: ${networks} is no list of networks`)
  const scope = scopes.find((known) => known === given)
  if (scope === undefined) throw new StartError(`--scope: ${given} is no scope of a key`)
  return {
    label,
    networks,
    scope,
    expires_at: expires === undefined ? null : expiryOf(expires),
  }
}

function expiryOf(date: string): string {
  const expires = new Date(`${date}T00:00:00Z`)
  const isDate = !Number.isNaN(expires.getTime()) && expires.toISOString().startsWith(date)
  if (!isDate || expires <= clock()) throw new StartError(`--expires: ${date} is no day to come`)
  return expires.toISOString()
}

/** A line of the list of keys. */
function rowOf(key: ListedKey, covered: readonly string[] = []): string {
  return [
    key.id,
    `issued ${key.created_at}`,
    stateOf(key),
    ...covered,
    `scope ${key.scope}`,
    `last used ${key.last_used_at ?? 'never'}`,
    ...(key.networks === '' ? [] : [`from ${key.networks}`]),
    key.label,
  ]
    .join('  ')
    .trimEnd()
}

function stateOf({ revoked_at, expires_at }: ListedKey): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  if (expires_at === null) return 'valid'
  return expires_at > clock().toISOString() ? `valid until ${expires_at}` : `expired ${expires_at}`
}

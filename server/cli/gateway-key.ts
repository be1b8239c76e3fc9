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
  type KeyOptions,
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
  const [name = ''] = names
  const answer = await withExistingDatabase((database) =>
    options.operator
      ? runForOperator({ database, clock }, names, options)
      : run(database, name, options),
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
async function run(database: Database, name: string, options: Options): Promise<string> {
  const parts = { database, clock }
  const organization = await findOrganization(database, name)
  if (organization === undefined) throw new StartError(`There is no organization '${name}'`)
  if (options.list) {
    const keys = await listGatewayKeys(parts, organization.id)
    return keys.length === 0
      ? `${organization.name} has no gateway keys`
      : keys.map((key) => rowOf(key, clock)).join('\n')
  }
  if (options.revoke !== undefined) {
    if (await revoke(parts, organization.id, options.revoke)) return `Revoked ${options.revoke}`
    throw new StartError(`${organization.name} has no valid gateway key '${options.revoke}'`)
  }
  const { id, key } = await issue(parts, organization.id, keyOptions(options, clock))
  return `Gateway key of ${organization.name} with the scope '${options.scope}', shown only once: ${key}\nIts id, to revoke it: ${id}`
}

function issue(parts: Place, organizationId: string, options: KeyOptions) {
  return parts.database.transaction().execute(async (database) => {
    const issued = await issueGatewayKey({ ...parts, database }, organizationId, options)
    await recordAct(parts, database, operator, {
      action: 'gateway-key-issue',
      target: 'gateway-key',
      targetId: issued.id,
      detail: `organization ${organizationId}, scope ${options.scope}`,
    })
    return issued
  })
}

function revoke(parts: Place, organizationId: string, id: string): Promise<boolean> {
  return parts.database.transaction().execute(async (database) => {
    const isRevoked = await revokeGatewayKey({ ...parts, database }, organizationId, id)
    if (isRevoked) {
      await recordAct(parts, database, operator, {
        action: 'gateway-key-revoke',
        target: 'gateway-key',
        targetId: id,
        detail: `organization ${organizationId}`,
      })
    }
    return isRevoked
  })
}

interface OperatorOptions extends GivenKey {
  readonly list: boolean
  readonly revoke?: string | undefined
  readonly cover?: string | undefined
}

/**
 * The command `gateway-key --operator`: keys for many organizations.
 * @param names of the organizations that a key is for; all, if there are none
 * @returns the text to print
 */
async function runForOperator(
  { database, clock }: Place,
  names: readonly string[],
  options: OperatorOptions,
): Promise<string> {
  if (options.list) {
    const keys = await readOperatorKeys({ database })
    if (keys.length === 0) return 'The operator has no gateway keys'
    const rows: string[] = []
    for (const key of keys) {
      rows.push(rowOf(key, clock, [covers(key)]))
      for (const { reason, count, last_at } of await readRefused(database, clock(), key.id)) {
        rows.push(`  refused within a day: ${count} × ${reason}, last ${last_at}`)
      }
    }
    return rows.join('\n')
  }
  return database.transaction().execute(async (transaction) => {
    const parts = { database: transaction, clock }
    if (options.revoke !== undefined) return revokeForOperator(parts, options.revoke)
    const covered = await coveredBy(transaction, names)
    if (options.cover !== undefined) return cover(parts, options.cover, covered)
    return issueForOperator(parts, covered, keyOptions(options, clock, gatewayScopes))
  })
}

async function issueForOperator(
  parts: Place,
  covered: Covered,
  options: ReturnType<typeof keyOptions>,
) {
  const { id, key } = await addOperatorKey(parts, covered, options)
  await recordAct(parts, parts.database, operator, {
    action: 'gateway-key-issue',
    target: 'operator-key',
    targetId: id,
    detail: `scope ${options.scope}, ${wordsOfCover(covered)}`,
  })
  return `Gateway key of the operator with the scope '${options.scope}' for ${wordsOfCover(covered)}, shown only once: ${key}\nIts id, to revoke it: ${id}`
}

async function cover(parts: Place, id: string, covered: Covered): Promise<string> {
  if (!(await coverOrganizations(parts.database, id, covered))) throw unknown(id)
  await recordAct(parts, parts.database, operator, {
    action: 'gateway-key-cover',
    target: 'operator-key',
    targetId: id,
    detail: wordsOfCover(covered),
  })
  return `${id} is for ${wordsOfCover(covered)} now`
}

async function revokeForOperator(parts: Place, id: string): Promise<string> {
  if (!(await endOperatorKey(parts, id))) throw unknown(id)
  await recordAct(parts, parts.database, operator, {
    action: 'gateway-key-revoke',
    target: 'operator-key',
    targetId: id,
  })
  return `Revoked ${id}`
}

function unknown(id: string): StartError {
  return new StartError(`The operator has no valid gateway key '${id}'`)
}

async function coveredBy(database: Database, names: readonly string[]): Promise<Covered> {
  if (names.length === 0) return 'all'
  const ids: string[] = []
  for (const name of names) {
    const organization = await findOrganization(database, name)
    if (organization === undefined) throw new StartError(`There is no organization '${name}'`)
    ids.push(organization.id)
  }
  return ids
}

function covers({ covers_all, chosen }: Awaited<ReturnType<typeof readOperatorKeys>>[number]) {
  return `for ${covers_all === 1 ? 'all organizations' : countWords(Number(chosen))}`
}

/** The command's options for a key. */
interface GivenKey {
  readonly label: string
  readonly expires?: string | undefined
  readonly networks: string
  readonly scope: string
}

/** @throws StartError for a past or invalid date, invalid networks and an unknown scope */
function keyOptions(
  { label, expires, networks, scope: given }: GivenKey,
  clock: Clock,
  scopes: readonly KeyScope[] = keyScopes,
) {
  if (!isNetworkList(networks))
    throw new StartError(`--networks: ${networks} is no list of networks`)
  const scope = scopes.find((known) => known === given)
  if (scope === undefined) throw new StartError(`--scope: ${given} is no scope of a key`)
  return {
    label,
    networks,
    scope,
    expires_at: expires === undefined ? null : expiryOf(expires, clock),
  }
}

function expiryOf(date: string, clock: Clock): string {
  const expires = new Date(`${date}T00:00:00Z`)
  const isDate = !Number.isNaN(expires.getTime()) && expires.toISOString().startsWith(date)
  if (!isDate || expires <= clock()) throw new StartError(`--expires: ${date} is no day to come`)
  return expires.toISOString()
}

/** A line of the list of keys. */
function rowOf(key: ListedKey, clock: Clock, covered: readonly string[] = []): string {
  return [
    key.id,
    `issued ${key.created_at}`,
    stateOf(key, clock),
    ...covered,
    `scope ${key.scope}`,
    `last used ${key.last_used_at ?? 'never'}`,
    ...(key.networks === '' ? [] : [`from ${key.networks}`]),
    key.label,
  ]
    .join('  ')
    .trimEnd()
}

function stateOf({ revoked_at, expires_at }: ListedKey, clock: Clock): string {
  if (revoked_at !== null) return `revoked ${revoked_at}`
  if (expires_at === null) return 'valid'
  return expires_at > clock().toISOString() ? `valid until ${expires_at}` : `expired ${expires_at}`
}

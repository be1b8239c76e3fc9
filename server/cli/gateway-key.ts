import '../core/closed-prototype.ts'
import { parseArgs } from 'node:util'
import { operator, recordAct } from '../audit/record.ts'
import type { Clock } from '../core/clock.ts'
import { commandLine } from '../core/command-line.ts'
import { StartError } from '../core/start-error.ts'
import type { Database, Place } from '../database/tables/tables.ts'
import {
  issueGatewayKey,
  type KeyOptions,
  listGatewayKeys,
  revokeGatewayKey,
} from '../gateways/keys/gateway-keys.ts'
import { findOrganization } from '../organizations/organization.ts'
import { runCommand, withExistingDatabase, withUsage } from './command.ts'
import { keyOptions, rowOf, runForOperator } from './gateway-key/operator-keys.ts'

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

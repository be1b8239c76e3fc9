import { parseArgs } from 'node:util'
import { operator, recordAct } from './audit/record.ts'
import type { Clock } from './clock.ts'
import { runCommand, withExistingDatabase } from './command.ts'
import type { Database } from './database/tables.ts'
import { issueGatewayKey, listGatewayKeys, revokeGatewayKey } from './organizations/gateway-keys.ts'
import { findOrganization } from './organizations/organizations.ts'
import { StartError, wordsOfCause } from './start-error.ts'

const usage = `Usage: npm run gateway-key -- <organization> [--label <text> | --list | --revoke <key id>]
The organization by its name or id.`

const clock: Clock = () => new Date()

await runCommand(async () => {
  const { name, options } = readArguments()
  const answer = await withExistingDatabase((database) => run(database, name, options))
  process.stdout.write(`${answer}\n`)
})

interface Place {
  readonly database: Database
  readonly clock: Clock
}

type Options = ReturnType<typeof readArguments>['options']

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        label: { type: 'string', default: '' },
        list: { type: 'boolean', default: false },
        revoke: { type: 'string' },
      },
    })
    const [name] = positionals
    if (name === undefined || positionals.length > 1) throw new Error('Name one organization')
    return { name, options: values }
  } catch (cause) {
    throw new StartError(`${wordsOfCause(cause)}\n${usage}`)
  }
}

/** @returns what the operator reads */
async function run(database: Database, name: string, options: Options): Promise<string> {
  const parts = { database, clock }
  const organization = await findOrganization(database, name)
  if (organization === undefined) throw new StartError(`There is no organization '${name}'`)
  if (options.list) {
    const keys = await listGatewayKeys(parts, organization.id)
    return keys.length === 0 ? `${organization.name} has no gateway keys` : keys.map(row).join('\n')
  }
  if (options.revoke !== undefined) {
    if (await revoke(parts, organization.id, options.revoke)) return `Revoked ${options.revoke}`
    throw new StartError(`${organization.name} has no valid gateway key '${options.revoke}'`)
  }
  const { id, key } = await issue(parts, organization.id, options.label)
  return `Gateway key of ${organization.name}, shown only once: ${key}\nIts id, to revoke it: ${id}`
}

function issue(parts: Place, organizationId: string, label: string) {
  return parts.database.transaction().execute(async (database) => {
    const issued = await issueGatewayKey({ ...parts, database }, organizationId, label)
    await recordAct(parts, database, operator, {
      action: 'gateway-key-issue',
      target: 'gateway-key',
      targetId: issued.id,
      detail: `organization ${organizationId}`,
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

function row(key: Awaited<ReturnType<typeof listGatewayKeys>>[number]): string {
  const state = key.revoked_at === null ? 'valid' : `revoked ${key.revoked_at}`
  return `${key.id}  issued ${key.created_at}  ${state}  ${key.label}`.trimEnd()
}

import '../core/closed-prototype.ts'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { splitAddress } from '../../contract/core/email.ts'
import { type ConnectionProvider, connectionProviders } from '../../contract/gateways/connection.ts'
import { commandLine } from '../core/command-line.ts'
import { StartError, wordsOfCause } from '../core/start-error.ts'
import type { Database } from '../database/tables/tables.ts'
import type { ConnectedOrganization, ConnectionFile } from '../gateways/rspamd/files/connection.ts'
import {
  type ConnectionOptions,
  connectionFiles,
} from '../gateways/rspamd/files/connection-files.ts'
import { findOrganization } from '../organizations/organization.ts'
import { runCommand, withExistingDatabase, withUsage } from './command.ts'
import { asCaller } from './invocation/caller.ts'

const usage = `Usage: ${commandLine('rspamd')} <organization> [<organization> …] | --operator [--for ${connectionProviders.join('|')}] [--origin https://aman.firm.example] [--into <folder>]
Organizations by name or id; several share one rspamd. With --operator instead of organizations the
files are for keys of the operator, and the same whatever organizations there are. The origin is where the mail system reaches Aman;
without it PUBLIC_URL, or else http://127.0.0.1 with PORT. Issue keys with ${commandLine('gateway-key')}.
With --into each file is written into a folder, which no other user of the machine can read.`

await runCommand(async () => {
  const { names, isOfOperator, provider, origin, folder } = readArguments()
  const files = await withExistingDatabase(async (database, { publicUrl, port }) => {
    const [first, ...others] = await Promise.all(
      names.map((name) => readOrganization(database, name)),
    )
    const reached = origin ?? publicUrl ?? `http://127.0.0.1:${port}`
    return filesFor({ provider, origin: reached, isOfOperator, ...first, others })
  })
  if (folder !== undefined) asCaller(() => writeFiles(folder, files))
  else process.stdout.write(printFiles(files))
})

/** @throws StartError for an origin or domain that cannot be printed */
function filesFor(options: ConnectionOptions): ConnectionFile[] {
  try {
    return connectionFiles(options)
  } catch (cause) {
    throw new StartError(wordsOfCause(cause))
  }
}

function readArguments() {
  return withUsage(usage, () => {
    const { positionals: names, values } = parseArgs({
      allowPositionals: true,
      options: {
        operator: { type: 'boolean', default: false },
        for: { type: 'string', default: 'postfix-rspamd' },
        origin: { type: 'string' },
        into: { type: 'string' },
      },
    })
    if (values.operator === names.length > 0) throw new Error('Name an organization, or --operator')
    return {
      names,
      isOfOperator: values.operator,
      provider: providerOf(values.for),
      origin: values.origin,
      folder: values.into,
    }
  })
}

/** They are to hold keys. */
function writeFiles(folder: string, files: readonly ConnectionFile[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const { name, text } of files) writeFileSync(join(folder, name), text, { mode: 0o600 })
  process.stdout.write(`Wrote ${files.map(({ name }) => name).join(', ')}\n`)
}

function providerOf(text: string): ConnectionProvider {
  const provider = connectionProviders.find((name) => name === text)
  if (provider === undefined) throw new Error(`--for takes ${connectionProviders.join(', ')}`)
  return provider
}

async function readOrganization(database: Database, name: string): Promise<ConnectedOrganization> {
  const organization = await findOrganization(database, name)
  if (organization === undefined) throw new StartError(`There is no organization '${name}'`)
  return { name: organization.name, domains: await domainsOf(database, organization.id) }
}

/** The domains of its users' addresses, the aliases among them. */
async function domainsOf(database: Database, organizationId: string): Promise<string[]> {
  const users = database
    .selectFrom('users')
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
  const addresses = await users
    .select('email as address')
    .unionAll(
      users
        .innerJoin('user_aliases', 'user_aliases.user_id', 'users.id')
        .select('user_aliases.address'),
    )
    .execute()
  return [...new Set(addresses.map(({ address }) => splitAddress(address)[1]))].sort()
}

/** All files as one text for a terminal, each after a line that says where it belongs. */
export function printFiles(files: readonly ConnectionFile[]): string {
  return files
    .map(({ name, path, note, text }) => `#### ${path || name}\n#### ${note}\n\n${text}`)
    .join('\n')
}

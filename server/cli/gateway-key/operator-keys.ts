import { gatewayScopes } from '../../../contract/core/key-scope.ts'
import { operator, recordAct } from '../../audit/record.ts'
import { StartError } from '../../core/start-error.ts'
import type { Database, Place } from '../../database/tables/tables.ts'
import {
  addOperatorKey,
  type Covered,
  countWords,
  coverOrganizations,
  endOperatorKey,
  readOperatorKeys,
  wordsOfCover,
} from '../../gateways/keys/operator-keys.ts'
import { readRefused } from '../../gateways/refused-requests/refused-requests.ts'
import { findOrganization } from '../../organizations/organization.ts'
import { type GivenKey, keyOptions, rowOf } from './key-options.ts'

interface Options extends GivenKey {
  readonly list: boolean
  readonly revoke?: string | undefined
  readonly cover?: string | undefined
}

/**
 * The command `gateway-key --operator`: keys for many organizations.
 * @param names of the organizations that a key is for; all, if there are none
 * @returns the text to print
 */
export async function runForOperator(
  { database, clock }: Place,
  names: readonly string[],
  options: Options,
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
    if (options.revoke !== undefined) return revoke(parts, options.revoke)
    const covered = await coveredBy(transaction, names)
    if (options.cover !== undefined) return cover(parts, options.cover, covered)
    return issue(parts, covered, keyOptions(options, clock, gatewayScopes))
  })
}

async function issue(parts: Place, covered: Covered, options: ReturnType<typeof keyOptions>) {
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

async function revoke(parts: Place, id: string): Promise<string> {
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

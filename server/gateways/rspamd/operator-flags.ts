import { LRUCache } from 'lru-cache'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { nextSlot } from '../../database/keyset.ts'
import type { Services } from '../../http/services.ts'
import { flagsOf } from './flag-map.ts'
import type { OrganizationRevision } from './organization-maps.ts'

/** The lines of an organization that a map was made of, in characters of all of them. */
const mostKept = 64 * 1024 * 1024
/** Organizations of one step whose lines are kept. */
const stepKept = 50

type Place = Pick<Services, 'database' | 'trustablePublicMail' | 'clock'>

/**
 * The flags of many organizations as one map. A line without `|` names the organization of the
 * lines after it; no flag can say one, because each has a `|`. Lines of an organization whose revision
 * did not change are not read again.
 */
export function createOperatorFlags(services: Place) {
  const kept = new LRUCache<string, string>({
    maxSize: mostKept,
    sizeCalculation: (lines) => lines.length + 1,
  })

  async function linesOf(organization: OrganizationRevision, flagType: FlagType) {
    const { id, flags } = organization
    // Without a revision the organization had no flag yet.
    if (flags === '') return ''
    const key = `${flagType} ${id} ${flags}`
    const known = kept.get(key)
    if (known !== undefined) return known
    let lines = ''
    for await (const piece of flagsOf(services, id, flagType)) lines += piece
    kept.set(key, lines)
    return lines
  }

  return async function* operatorFlags(
    organizations: readonly OrganizationRevision[],
    flagType: FlagType,
  ): AsyncGenerator<string> {
    yield `# Aman: ${flagType} flags. A line without '|' names the organization of the lines after it.\n`
    for (const [position, organization] of organizations.entries()) {
      if (position % stepKept === 0) await nextSlot()
      const lines = await linesOf(organization, flagType)
      if (lines !== '') yield `@${organization.id}\n${lines}`
    }
  }
}

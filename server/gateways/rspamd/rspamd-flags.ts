import { LRUCache } from 'lru-cache'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { rspamdFlagsEndpoint } from '../../../contract/gateways/rspamd-flags.ts'
import { nextSlot } from '../../database/keyset.ts'
import { readFlagRevision } from '../../flags/flags.ts'
import { requireGateway } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { publicMailDigest } from '../../organizations/organizations.ts'
import { flagsOf } from './flag-map.ts'
import { answerMap, type OrganizationRevision, readRevisions, tagOf } from './organization-maps.ts'

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
function createOperatorFlags(services: Place) {
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

/** Part of the tag: to be raised when the same flags are written in other lines. */
const format = 1

/**
 * GET and HEAD /rspamd/flags/{red,green}, an addition. The tag is made of the revision of
 * the organization's flags, so that an unchanged map is answered without reading a flag.
 */
export function rspamdFlags(services: Services) {
  const { trustablePublicMail } = services
  let rules: string | undefined
  const rulesOf = (flagType: FlagType) => {
    if (flagType === 'red') return ''
    rules ??= publicMailDigest(trustablePublicMail)
    return rules
  }
  const operatorFlags = createOperatorFlags(services)
  return bindResponse(services, rspamdFlagsEndpoint, async (read, context) => {
    const gateway = await requireGateway(services, context, rspamdFlagsEndpoint.access)
    const { cover } = gateway
    const { flag_type } = await gateway.read(read)
    // Revisions are read before the flags, so that no answer has a newer tag than its lines.
    if ('organizationId' in cover) {
      const { organizationId } = cover
      const revision = (await readFlagRevision(services, organizationId)) ?? ''
      const etag = tagOf([format, flag_type, organizationId, revision, rulesOf(flag_type)])
      return answerMap(services, context, etag, () => flagMap(services, organizationId, flag_type))
    }
    const organizations = await readRevisions(services, cover)
    const revisions = organizations.map(({ id, flags }) => [id, flags])
    const etag = tagOf([format, flag_type, revisions, rulesOf(flag_type)])
    return answerMap(services, context, etag, () => operatorFlags(organizations, flag_type))
  })
}

async function* flagMap(services: Services, organizationId: string, flagType: FlagType) {
  yield `# Aman: ${flagType} flags. Each line is a recipient and a sender.\n`
  yield* flagsOf(services, organizationId, flagType)
}

import type { FlagType } from '../../../contract/flags/flag.ts'
import { rspamdFlagsEndpoint } from '../../../contract/gateways/rspamd-flags.ts'
import { readFlagRevision } from '../../flags/flags.ts'
import { requireGateway } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { publicMailDigest } from '../../organizations/organizations.ts'
import { flagsOf } from './flag-map.ts'
import { answerMap, tagOf } from './map-answer.ts'
import { createOperatorFlags } from './operator-flags.ts'
import { readRevisions } from './organization-maps.ts'

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

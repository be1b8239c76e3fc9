import { hash } from 'node:crypto'
import type { FlagType } from '../../../contract/flags/flag.ts'
import { rspamdFlagsEndpoint } from '../../../contract/gateways/rspamd-flags.ts'
import { isoAfter } from '../../core/clock.ts'
import { readFlagRevision } from '../../flags/flags.ts'
import { requireGateway } from '../../http/authentication.ts'
import { bindResponse } from '../../http/bind.ts'
import { notKept } from '../../http/json-answer.ts'
import type { Services } from '../../http/services.ts'
import { matchesTag } from '../../http/site/conditional-request.ts'
import { streamOf } from '../../http/text-stream.ts'
import { publicMailDigest } from '../../organizations/organizations.ts'
import { flagMap } from './flag-map.ts'

/** Without it rspamd 3.13.2 and later ask every 10 minutes only. */
const expiresAfterMs = 15_000

/** Part of the tag: to be raised when the same flags are written in other lines. */
const format = 1

/**
 * GET and HEAD /rspamd/flags/{red,green}, an addition (A421-A424). The tag is made of the revision of
 * the organization's flags, so that an unchanged map is answered without reading a flag.
 */
export function rspamdFlags(services: Services) {
  const { clock, trustablePublicMail } = services
  let rules: string | undefined
  const rulesOf = (flagType: FlagType) => {
    if (flagType === 'red') return ''
    rules ??= publicMailDigest(trustablePublicMail)
    return rules
  }
  return bindResponse(services, rspamdFlagsEndpoint, async (read, context) => {
    const gateway = await requireGateway(services, context, rspamdFlagsEndpoint.access)
    const { organizationId } = gateway
    const { flag_type } = await gateway.read(read)
    // Read before the flags, so that no answer has a newer tag than its lines.
    const revision = (await readFlagRevision(services, organizationId)) ?? ''
    const etag = tagOf([format, flag_type, organizationId, revision, rulesOf(flag_type)])
    const expires = new Date(isoAfter(clock(), expiresAfterMs)).toUTCString()
    const headers = { ...notKept, ETag: etag, Expires: expires }
    if (matchesTag(context.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers })
    }
    const init = { headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } }
    if (context.req.method === 'HEAD') return new Response(null, init)
    const texts = flagMap(services, organizationId, flag_type)
    // Until the first text is sent, a failure can still be returned as an error.
    const first = await texts.next()
    async function* write() {
      if (first.done !== true) yield first.value
      yield* texts
    }
    return new Response(streamOf(services, write()), init)
  })
}

function tagOf(parts: readonly unknown[]): string {
  return `"${hash('sha256', JSON.stringify(parts)).slice(0, 32)}"`
}

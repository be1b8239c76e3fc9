import { checkIssuerEndpoint, type issuerFindings } from '../../../contract/sign-in/check-issuer.ts'
import { invalidField } from '../../core/http-error.ts'
import { bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { isSharedIssuer } from './first-link.ts'
import { discover, outboundErrorIn } from './provider.ts'
import { requireOrganization } from './sign-in-settings.ts'

interface Check {
  readonly finding: (typeof issuerFindings)[number]
  readonly detail: string
  readonly sign_in_host: string
}

/** POST /admin/organizations/{organization_id}/sign-in/check. */
export function checkIssuer(services: Services) {
  return bindUser(services, checkIssuerEndpoint, async ({ organization_id, issuer }) => {
    await requireOrganization(services.database, organization_id)
    if (isSharedIssuer(issuer)) throw invalidField('issuer', 'shared_issuer', {})
    return await check(services, issuer)
  })
}

async function check({ outboundFetch }: Services, issuer: string): Promise<Check> {
  try {
    // The document is public; who asks does not matter.
    const configuration = await discover(outboundFetch, issuer, { id: 'check', secret: 'check' })
    const { authorization_endpoint } = configuration.serverMetadata()
    const sign_in_host = URL.parse(authorization_endpoint ?? '')?.host ?? ''
    return { finding: 'ok', detail: '', sign_in_host }
  } catch (cause) {
    const outbound = outboundErrorIn(cause)
    if (outbound === undefined) {
      return failed('not_a_provider', cause instanceof Error ? cause.message : String(cause))
    }
    const finding = outbound.problem === 'not_allowed' ? 'not_allowed' : 'unreachable'
    return failed(finding, outbound.message)
  }
}

function failed(finding: Check['finding'], detail: string): Check {
  return { finding, detail, sign_in_host: '' }
}

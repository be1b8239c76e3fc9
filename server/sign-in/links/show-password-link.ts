import {
  linkNotValid,
  showPasswordLinkEndpoint,
} from '../../../contract/sign-in/show-password-link.ts'
import { HttpError } from '../../core/http-error.ts'
import { bindPublic } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { inviterOf } from './inviter.ts'
import { findLink } from './links.ts'

/** POST /auth/password-link, an addition. */
export function showPasswordLink(services: Services) {
  return bindPublic(services, showPasswordLinkEndpoint, async ({ secret }) => {
    const link = await findLink(services.database, services, secret)
    if (link === undefined) throw new HttpError(linkNotValid, {})
    const { purpose, username, expires_at } = link
    if (purpose !== 'invitation')
      return { purpose, username, expires_at, organization: '', invited_by: '' }
    const { organization, inviter } = await inviterOf(
      services.database,
      link.organization_id,
      link.invited_by,
    )
    return { purpose, username, expires_at, organization, invited_by: inviter }
  })
}

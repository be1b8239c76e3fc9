import * as client from 'openid-client'
import type { Sealer } from '../../core/sealer.ts'
import type { Services } from '../../http/services.ts'
import { MailServerError } from '../imap/mail-server-error.ts'
import type { Credential } from '../imap/open-imap.ts'
import { openPassword, sealPassword } from '../password.ts'
import { changeWatched, type Watched, type WatchedRow } from '../watch/watched.ts'
import { applicationFor, openApplication } from './applications.ts'

/**
 * The password of a mailbox, or a new token of its provider.
 * @throws MailServerError `consent` where its user has withdrawn the consent
 */
export async function credentialOf(
  watched: Pick<Watched, 'services' | 'server' | 'mailboxId'>,
  sealer: Sealer,
  row: WatchedRow,
): Promise<Credential> {
  const kept = openPassword(sealer, row)
  if (row.signs_in === 0) return { pass: kept }
  const { accessToken, refreshToken } = await refresh(watched.services, row.host, kept)
  if (refreshToken !== undefined) {
    // Some providers take each token once.
    const sealed_password = sealPassword(sealer, row.id, refreshToken)
    await changeWatched(watched, watched.services.database, { sealed_password })
  }
  return { accessToken }
}

async function refresh(
  { outboundFetch, mailApplications }: Pick<Services, 'outboundFetch' | 'mailApplications'>,
  host: string,
  token: string,
) {
  const application = applicationFor(mailApplications, host)
  if (application === undefined) {
    throw new MailServerError('unreachable', new Error('the application is registered no longer'))
  }
  try {
    const { configuration } = await openApplication(outboundFetch, application)
    const tokens = await client.refreshTokenGrant(configuration, token)
    return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
  } catch (cause) {
    const isWithdrawn = cause instanceof client.ResponseBodyError && cause.error === 'invalid_grant'
    throw new MailServerError(isWithdrawn ? 'consent' : 'unreachable', cause)
  }
}

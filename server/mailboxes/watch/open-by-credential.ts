import { sql } from 'kysely'
import * as client from 'openid-client'
import { isoAfter } from '../../core/clock.ts'
import type { Sealer } from '../../core/sealer.ts'
import type { MailboxCredentials } from '../../database/tables/mail.ts'
import type { Database } from '../../database/tables/tables.ts'
import type { Services } from '../../http/services.ts'
import {
  type Connection,
  type Credential,
  type ImapServer,
  isRefusal,
  MailServerError,
} from '../imap/open-imap.ts'
import { nameOf, openWithCredential, type Tokens } from '../join-mailboxes.ts'
import { openCredential, openPassword, sealPassword } from '../password.ts'
import { applicationFor, openApplication } from '../servers/applications.ts'
import { refusalOf } from '../servers/provider-tokens.ts'
import { type Gate, LostMailboxError } from './leases.ts'
import { changeWatched, type Watched, type WatchedRow, type WatchServices } from './watched.ts'

/** Refusals of a credential, after which none of its mailboxes is tried, so that the provider locks nothing. */
const mostRefusals = 3

export interface ByCredential {
  readonly services: WatchServices
  readonly sealer: Sealer
  /** Between two tries of a credential that was refused. */
  readonly refusedPauseMs: number
  /** For the sign-ins with the credential of an organization, few at once; and for finding what was refused. */
  readonly gatesOf: (organizationId: string) => { readonly signIn: Gate; readonly blame: Gate }
  readonly tokens: Tokens
}

/**
 * Signs in to a mailbox by the credential of its organization.
 * @throws MailServerError `unknown` where the server takes the credential and does not know the mailbox, `credential`
 * where it refuses the credential, or did so a moment ago
 */
export function openByCredential(
  { services, sealer, refusedPauseMs, gatesOf, tokens }: ByCredential,
  row: WatchedRow,
  organizationId: string,
): Promise<Connection> {
  const { database, clock } = services
  const { signIn, blame } = gatesOf(organizationId)
  const open = (credential: MailboxCredentials, server: ImapServer) =>
    openWithCredential(
      services,
      tokens,
      { ...credential, secret: openCredential(sealer, credential) },
      server,
    )
  /** Another mailbox tells whether the credential is taken. @returns the refusal; undefined if it is taken */
  const refusalOf = async (credential: MailboxCredentials, server: ImapServer) => {
    try {
      ;(await open(credential, server)).client.close()
      return undefined
    } catch (cause) {
      if (isRefusal(cause)) return cause
      throw cause
    }
  }
  return signIn(async () => {
    const credential = await readCredential(database, organizationId)
    const another = await findAnother(database, credential, row)
    if (credential.refusals > 0) {
      if (!(await takeTry(database, credential, clock(), refusedPauseMs))) {
        throw new MailServerError('credential', new Error('it was refused a moment ago'))
      }
      const refusal = await refusalOf(credential, another ?? row)
      await noteTry(database, credential, clock(), refusal === undefined ? 0 : 1, refusal)
      if (refusal !== undefined) throw new MailServerError('credential', refusal)
    }
    try {
      return await open(credential, row)
    } catch (cause) {
      if (!isRefusal(cause)) throw cause
      await blame(async () => {
        const { refusals } = await readCredential(database, organizationId)
        const refusal =
          another === undefined || refusals > 0 ? cause : await refusalOf(credential, another)
        if (refusal === undefined) return
        await noteTry(database, credential, clock(), refusal === cause ? 1 : 2, refusal)
        throw new MailServerError('credential', refusal)
      })
      throw new MailServerError('unknown', cause)
    }
  })
}

/** @throws LostMailboxError while it is refused, or after it was removed */
async function readCredential(database: Database, organizationId: string) {
  return database
    .selectFrom('mailbox_credentials')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'active')
    .executeTakeFirstOrThrow(() => new LostMailboxError())
}

/** The mailbox that was seen last, or else the one that the credential was checked with. */
async function findAnother(
  database: Database,
  credential: MailboxCredentials,
  { id, user_id }: WatchedRow,
): Promise<ImapServer | undefined> {
  const { organization_id, checked_with, host, port, security } = credential
  const seen = await database
    .selectFrom('mailboxes')
    .select(['host', 'port', 'security', 'username'])
    .where('credential_of', '=', organization_id)
    .where('id', '<>', id)
    .where('state', '=', 'active')
    .where('uid_validity', '<>', '')
    .orderBy(({ fn }) => fn.coalesce('seen_at', 'connected_at'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (seen !== undefined) return seen
  // Its user may have a mailbox of their own, which is at any server.
  const checked = await database
    .selectFrom('users')
    .select('email')
    .where('id', '=', checked_with)
    .where('id', '<>', user_id)
    .where('organization_id', '=', organization_id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  return checked && { host, port, security, username: nameOf(credential, checked.email) }
}

/** Among all servers, one tries a credential that was refused. */
async function takeTry(
  database: Database,
  { organization_id, kept_at, refusals }: MailboxCredentials,
  now: Date,
  pauseMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('mailbox_credentials')
    .set({ refused_at: now.toISOString() })
    .where('organization_id', '=', organization_id)
    .where('kept_at', '=', kept_at)
    .where('refusals', '=', refusals)
    .where('refused_at', '<=', isoAfter(now, -pauseMs))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @param refused how many more refusals there were; 0 if it was taken */
async function noteTry(
  database: Database,
  { organization_id, kept_at, kind }: MailboxCredentials,
  now: Date,
  refused: number,
  cause: unknown,
): Promise<void> {
  await database
    .updateTable('mailbox_credentials')
    .set(
      refused === 0
        ? { refusals: 0, refused_at: null, refusal: null }
        : {
            refusal: kind === 'proxy' ? null : refusalOf(kind, cause),
            refusals: sql`refusals + ${refused}`,
            refused_at: now.toISOString(),
            state: sql`case when refusals + ${refused} >= ${mostRefusals} then 'refused' else state end`,
          },
    )
    .where('organization_id', '=', organization_id)
    // Not another one that was entered meanwhile.
    .where('kept_at', '=', kept_at)
    .execute()
}

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

import { unknownOrganization } from '../../../contract/receipts/generate-receipt.ts'
import { checkIssuerEndpoint, type issuerFindings } from '../../../contract/sign-in/check-issuer.ts'
import {
  clientSecretMissing,
  notABreakGlassUser,
  saveSignInSettingsEndpoint,
  showSignInSettingsEndpoint,
  singleSignOnNotOffered,
} from '../../../contract/sign-in/sign-in-settings.ts'
import { actorOf, recordAct } from '../../audit/audit.ts'
import { HttpError, invalidField } from '../../core/http-error.ts'
import type { IdentityProviders } from '../../database/tables/organizations.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindChange, bindUser } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import { approvedDomains } from '../../organizations/organizations.ts'
import { maySignIn, mustUseSingleSignOn } from '../sessions/may-sign-in.ts'
import { endSessions } from '../sessions/sessions.ts'
import { isSharedIssuer, listUnlinked } from './identities.ts'
import { discover, offer, outboundErrorIn, redirectUri, secretPlace } from './provider.ts'

/** GET /admin/organizations/{organization_id}/sign-in. */
export function showSignInSettings(services: Services) {
  const { database, publicUrl } = services
  return bindUser(services, showSignInSettingsEndpoint, async ({ organization_id }) => {
    await requireOrganization(database, organization_id)
    const provider = await readSettings(database, organization_id)
    const domains = await approvedDomains(database, organization_id)
    return {
      is_offered: offer(services) !== undefined,
      mode: provider?.mode ?? 'off',
      issuer: provider?.issuer ?? '',
      client_id: provider?.client_id ?? '',
      has_secret: provider !== undefined,
      break_glass_user_id: provider?.break_glass_user_id ?? null,
      redirect_uri: publicUrl === null ? '' : redirectUri(publicUrl, organization_id),
      domains: [...domains],
      ...(await readUse(database, organization_id, provider?.issuer ?? '')),
      unlinked_identities: await listUnlinked(database, organization_id, provider?.issuer ?? ''),
    }
  })
}

/** POST /admin/organizations/{organization_id}/sign-in. */
export function saveSignInSettings(services: Services) {
  return bindChange(services, saveSignInSettingsEndpoint, async (input, caller, transaction) => {
    const { organization_id, client_secret, ...given } = input
    const offered = offer(services)
    if (isSharedIssuer(given.issuer)) throw invalidField('issuer', 'shared_issuer', {})
    await requireOrganization(transaction, organization_id)
    // Also without what it needs, so that it can be switched off.
    if (offered === undefined) throw new HttpError(singleSignOnNotOffered, {})
    const before = await readSettings(transaction, organization_id)
    if (given.break_glass_user_id !== null) {
      await requireBreakGlass(transaction, organization_id, given.break_glass_user_id)
    }
    const isSameClient = before?.issuer === given.issuer && before.client_id === given.client_id
    // A secret is never sent to another provider than the one that it was entered for.
    if (client_secret === undefined && !isSameClient) {
      throw new HttpError(clientSecretMissing, {})
    }
    const sealed_secret =
      client_secret === undefined
        ? (before?.sealed_secret ?? '')
        : offered.sealer.seal(client_secret, secretPlace(organization_id))
    const values = { ...given, sealed_secret, changed_at: services.clock().toISOString() }
    await transaction
      .insertInto('identity_providers')
      .values({ organization_id, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute()
    await endForeignSessions(transaction, organization_id, given, before)
    await recordAct(services, transaction, actorOf(caller), {
      action: 'sign-in-settings',
      target: 'organization',
      targetId: organization_id,
      detail: given.mode,
    })
    return {}
  })
}

function readSettings(
  database: Database,
  organizationId: string,
): Promise<IdentityProviders | undefined> {
  return database
    .selectFrom('identity_providers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** @throws HttpError 404 */
async function requireOrganization(database: Database, id: string): Promise<void> {
  await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
}

/** @throws HttpError 422 */
async function requireBreakGlass(
  database: Database,
  organizationId: string,
  id: string,
): Promise<void> {
  await database
    .selectFrom('users')
    .select('users.id')
    .where('users.id', '=', id)
    .where('users.organization_id', '=', organizationId)
    .where('users.password_hash', 'is not', null)
    .where('users.removed_at', 'is', null)
    .where(maySignIn)
    .executeTakeFirstOrThrow(() => new HttpError(notABreakGlassUser, {}))
}

/**
 * Ends the sessions that could not begin with the new settings: by password where that is not allowed any
 * more, and by a provider that the organization does not use any more.
 */
async function endForeignSessions(
  database: Database,
  organizationId: string,
  { mode, issuer }: Pick<IdentityProviders, 'mode' | 'issuer'>,
  before: IdentityProviders | undefined,
): Promise<void> {
  const users = database
    .selectFrom('users')
    .select('users.id')
    .where('users.organization_id', '=', organizationId)
  if (mode === 'only') {
    await endSessions(database, { of: users.where(mustUseSingleSignOn), begunBy: 'password' })
  }
  if (mode === 'off' || (before !== undefined && before.issuer !== issuer)) {
    await endSessions(database, { of: users, begunBy: 'single-sign-on' })
  }
}

/** How many users are linked, and when one of them last signed in so. */
async function readUse(database: Database, organizationId: string, issuer: string) {
  const { count, last_used_at } = await database
    .selectFrom('identity_links')
    .innerJoin('users', 'users.id', 'identity_links.user_id')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.max('identity_links.last_used_at').as('last_used_at'),
    ])
    .where('users.organization_id', '=', organizationId)
    .where('identity_links.issuer', '=', issuer)
    .executeTakeFirstOrThrow()
  return { linked_users: Number(count), last_used_at }
}

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

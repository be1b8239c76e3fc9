import {
  type Capability,
  showCapabilitiesEndpoint,
} from '../../contract/sign-in/show-capabilities.ts'
import { bindPublic } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { canAddFactors, hasOwnSite, hasRelyingParty } from './factors/relying-party.ts'
import { offer } from './single-sign-on/provider.ts'

type IsOffered = (services: Services) => boolean

/** Each feature that the server has, with the settings that it needs. */
const features: Readonly<Partial<Record<Capability, IsOffered>>> = {
  invitations: ({ linkOrigin }) => linkOrigin !== null,
  'password-reset': ({ linkOrigin }) => linkOrigin !== null,
  'own-account': () => true,
  totp: ({ sealer }) => sealer !== null,
  passkeys: hasRelyingParty,
  'factor-policy': canAddFactors,
  'user-import': () => true,
  'user-export': () => true,
  'user-status': () => true,
  'organization-changes': () => true,
  'email-domains': () => true,
  'single-sign-on': (services) => offer(services) !== undefined,
  'organization-admins': () => true,
  scim: () => true,
  'flag-changes': () => true,
  'mail-checks': () => true,
  activity: () => true,
  search: () => true,
  webhooks: ({ sealer }) => sealer !== null,
  'operator-keys': () => true,
  attention: () => true,
  languages: () => true,
  'mailbox-invitations': ({ linkOrigin, sealer }) => linkOrigin !== null && sealer !== null,
}

/** GET /auth/capabilities: the same for every caller. */
export function showCapabilities(services: Services) {
  return bindPublic(services, showCapabilitiesEndpoint, () => ({
    capabilities: Object.entries(features).flatMap(([name, isOffered]) =>
      isOffered(services) ? [name] : [],
    ),
  }))
}

type Settings = Pick<Services, 'publicUrl' | 'linkOrigin'> & {
  /** True if secrets in the database can be encrypted. */
  readonly hasKey: boolean
}

/** Needs settings. */
type NotOffered = Readonly<Record<'what' | 'needs', string>>

/** The features that a server leaves out, because a setting is missing. */
export function notOffered({ hasKey, publicUrl, linkOrigin }: Settings): readonly NotOffered[] {
  const found: NotOffered[] = []
  if (!hasKey) {
    found.push({ what: 'authenticator apps, single sign-on and webhooks', needs: 'SECRETS_KEY' })
  }
  if (!hasOwnSite({ publicUrl })) {
    const needs = 'PUBLIC_URL with https and a name'
    found.push({ what: 'passkeys, except on this machine', needs })
  }
  if (hasKey && publicUrl === null) found.push({ what: 'single sign-on', needs: 'PUBLIC_URL' })
  if (linkOrigin === null) {
    found.push({ what: 'invitations and forgotten passwords', needs: 'PUBLIC_URL and SMTP_URL' })
  }
  return found
}

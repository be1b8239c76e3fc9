import {
  type Capability,
  showCapabilitiesEndpoint,
} from '../../contract/sign-in/show-capabilities.ts'
import { bindPublic } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { canAddFactors, hasRelyingParty } from './factors/relying-party.ts'
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

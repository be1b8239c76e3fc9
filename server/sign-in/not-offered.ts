import type { Services } from '../http/services.ts'
import { hasOwnSite } from './factors/relying-party.ts'

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

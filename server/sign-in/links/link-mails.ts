import type { Locale } from '../../../contract/core/locale.ts'
import {
  linkNotValid,
  showPasswordLinkEndpoint,
} from '../../../contract/sign-in/show-password-link.ts'
import { asOneLine } from '../../core/fold.ts'
import { longMoment } from '../../core/formats.ts'
import { HttpError } from '../../core/http-error.ts'
import { pageUrl, wordsIn } from '../../core/locale.ts'
import { readWords } from '../../core/read-words.ts'
import type { Users } from '../../database/tables/accounts.ts'
import type { Database } from '../../database/tables/tables.ts'
import { bindPublic } from '../../http/bind.ts'
import type { Services } from '../../http/services.ts'
import type { OutgoingMail } from '../../mail/mail.ts'
import { nameOfOrganization } from '../../organizations/organizations.ts'
import { findLink, type NewLink } from './links.ts'

const words = readWords(import.meta.dirname, 'new-password.words.yaml')

/** Tells a user that a link was used to change the password. */
export function newPasswordMail(recipient: Recipient, locale: Locale): OutgoingMail {
  const { subject, text } = wordsIn(words, locale)
  const { email, full_name, username } = recipient
  return { to: email, subject, text: text({ name: full_name, username }) }
}

type Recipient = Pick<Users, 'email' | 'full_name' | 'username'>

/** The purpose of the link. */
type About = ({ readonly purpose: 'invitation' } & Inviter) | { readonly purpose: 'password-reset' }

const linkWords = readWords(import.meta.dirname, 'links.words.yaml')

/** The address of the page that takes links; the secret stands in the fragment, which no server sees. */
function linkUrl(origin: string, secret: string, locale: Locale): string {
  return `${pageUrl(origin, '/set-password/', locale)}#${secret}`
}

function openingOf({ inviter, organization }: Inviter, username: string, locale: Locale): string {
  const { openings } = wordsIn(linkWords, locale).invitation
  if (inviter !== '' && organization !== '') {
    return openings.both({ inviter, organization, username })
  }
  if (inviter !== '') return openings.inviter({ inviter, username })
  if (organization !== '') return openings.organization({ organization, username })
  return openings.plain({ username })
}

export function linkMail(
  recipient: Recipient,
  about: About,
  origin: string,
  { secret, expiresAt }: NewLink,
  locale: Locale,
): OutgoingMail {
  const words = wordsIn(linkWords, locale)
  const { email: to, full_name: name, username } = recipient
  const facts = { name, url: linkUrl(origin, secret, locale), end: longMoment(expiresAt, locale) }
  if (about.purpose === 'password-reset') {
    const { subject, text } = words['password-reset']
    return { to, subject, text: text({ ...facts, username }), holdsSecret: true }
  }
  const { subject, text } = words.invitation
  const inviter = asOneLine(about.inviter)
  const organization = asOneLine(about.organization)
  const opening = openingOf({ inviter, organization }, username, locale)
  return { to, subject, text: text({ ...facts, opening }), holdsSecret: true }
}

/** By whom and for which organization a user is invited; empty texts where there is none. */
interface Inviter {
  readonly organization: string
  readonly inviter: string
}

export async function inviterOf(
  database: Database,
  organizationId: string | null,
  userId: string | null,
): Promise<Inviter> {
  const user =
    userId === null
      ? undefined
      : await database
          .selectFrom('users')
          .select('full_name')
          .where('id', '=', userId)
          .executeTakeFirst()
  return {
    organization: await nameOfOrganization(database, organizationId),
    inviter: user?.full_name ?? '',
  }
}

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

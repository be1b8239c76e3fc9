import { fold, foldForSearch, withoutInvisible } from '../core/fold.ts'
import type { Flags, Organizations, Scans, Users } from './tables/tables.ts'

/*
 * The texts of a search, folded before they are stored, because the engines disagree about upper
 * and lower case. Every write of one of these fields writes the folded text with it. No term holds
 * a line feed, so that none matches across two fields.
 */

/** The key that a username is compared by; ignores case and width. */
export function usernameKey(username: string): string {
  return fold(username)
}

/**
 * The possible meanings of a typed or copied username: as it is, for one from before invisible
 * characters were refused, and without them.
 */
export function usernameKeys(typed: string): string[] {
  return [...new Set([typed.trim(), withoutInvisible(typed)].map(usernameKey))]
}

export function searchKeysOfUser(
  user: Pick<Users, 'full_name' | 'username' | 'email'> & { readonly aliases: readonly string[] },
) {
  return {
    name_key: fold(user.full_name),
    search_text: join([user.full_name, user.username, user.email, ...user.aliases]),
  }
}

export function searchTextOfOrganization(
  organization: Pick<Organizations, 'name' | 'contact_email'>,
): string {
  return join([organization.name, organization.contact_email])
}

export function searchTextOfFlag(flag: Pick<Flags, 'value' | 'reason'>): string {
  return join([flag.value, flag.reason ?? ''])
}

/** An index of PostgreSQL takes no longer text; 200 code points have 800 bytes at most. */
const longestOfSubject = 200
const longestOfSender = 250

/** Malicious mail is found by the domain of its sender alone. */
export function searchTextOfScan({
  email_subject,
  sender_address,
  sender_domain,
}: Pick<Scans, 'email_subject' | 'sender_address' | 'sender_domain'>): string {
  const sender = foldForSearch(sender_address || sender_domain)
  return `${cut(foldForSearch(email_subject), longestOfSubject)}\n${cut(sender, longestOfSender)}`
}

function cut(text: string, codePoints: number): string {
  return text.length <= codePoints ? text : [...text].slice(0, codePoints).join('')
}

function join(fields: readonly string[]): string {
  return fields.map(fold).join('\n')
}

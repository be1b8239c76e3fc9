import { fold } from '../core/fold.ts'
import type { Flags, Organizations, Users } from './tables.ts'

/*
 * What a search looks through, folded before it is stored, because the engines disagree about upper
 * and lower case. Every write of one of these fields writes the folded text with it. No term holds a
 * line feed, so that none matches across two fields.
 */

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

function join(fields: readonly string[]): string {
  return fields.map(fold).join('\n')
}

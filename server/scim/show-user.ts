import { enterpriseSchema, userSchema } from './attributes.ts'
import type { FoundUser } from './find-users.ts'

/** A user as a resource of SCIM; what is not known is left out. */
export function showUser(user: FoundUser, base: string) {
  const { id, full_name, given_name, family_name, phone, department, external_id } = user
  return {
    schemas: [userSchema, enterpriseSchema],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: user.username,
    name: {
      formatted: full_name,
      ...(given_name ? { givenName: given_name } : {}),
      ...(family_name ? { familyName: family_name } : {}),
    },
    displayName: full_name,
    active: user.is_active === 1,
    ...(user.locale === null ? {} : { preferredLanguage: user.locale, locale: user.locale }),
    emails: [{ value: user.email, type: 'work', primary: true }],
    ...(phone === '' ? {} : { phoneNumbers: [{ value: phone, type: 'work' }] }),
    [enterpriseSchema]: department === '' ? {} : { department },
    meta: {
      resourceType: 'User',
      created: user.created_at,
      lastModified: user.changed_at ?? user.created_at,
      location: `${base}/Users/${id}`,
    },
  }
}

/**
 * In rows that belong to no organization, because a key holds no null: those of users without one, and
 * mail from before a user came to the present one. No organization has it as its id, so that nothing
 * that reads by organization finds such rows.
 */
const noOrganization = ''

/** The key of rows of an organization, or of users without one (decision 0125). */
export function organizationKey(organizationId: string | null): string {
  return organizationId ?? noOrganization
}

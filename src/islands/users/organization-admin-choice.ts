import { lazy } from '../../ui/lazy-component.ts'

/** Only team leads have it. */
export const organizationAdminChoice = lazy(
  async () => (await import('./OrganizationAdminChoice.tsx')).OrganizationAdminChoice,
)

import { lazy } from '../../ui/lazy-component.ts'

/** The code of what is done with an organization, which few visits of the dashboard need. */
export const organizationActions = lazy(
  async () => (await import('./OrganizationActions.tsx')).OrganizationActions,
)

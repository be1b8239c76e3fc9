import { lazy } from '../../ui/lazy-component.ts'

/** The code of the panel, which few visits of the dashboard need. */
export const signInPanel = lazy(
  async () => (await import('../sign-in/settings/SignInPanel.tsx')).SignInPanel,
)

/** The code of the panel, which few visits of the dashboard need. */
export const connectPanel = lazy(
  async () => (await import('../gateways/ConnectPanel.tsx')).ConnectPanel,
)

/** The code of what is done with an organization, which few visits of the dashboard need. */
export const organizationActions = lazy(
  async () => (await import('./OrganizationActions.tsx')).OrganizationActions,
)

import { lazy } from '../../../ui/lazy-component.ts'

/** The code of the panel, which few visits of the dashboard need. */
export const signInPanel = lazy(async () => (await import('./SignInPanel.tsx')).SignInPanel)

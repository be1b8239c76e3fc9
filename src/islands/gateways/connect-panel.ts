import { lazy } from '../../ui/lazy-component.ts'

/** The code of the panel, which few visits of the dashboard need. */
export const connectPanel = lazy(async () => (await import('./ConnectPanel.tsx')).ConnectPanel)

import { lazy } from '../../ui/lazy-component.ts'

/** The code of what is done with several users at once. */
export const userTools = lazy(async () => (await import('./UserTools.tsx')).UserTools)

import { lazy } from '../../../ui/lazy-component.ts'

export const rowFocus = lazy(async () => (await import('./RowFocus.tsx')).RowFocus)

import { lazy } from '../../ui/lazy-component.ts'

export const historyLink = lazy(async () => (await import('./HistoryLink.tsx')).HistoryLink)

import { lazy } from '../../ui/lazy-component.ts'

/** What needs a super admin, and mail by day: loaded after the figures of the overview. */
export const needsYou = lazy(async () => (await import('./NeedsYou.tsx')).NeedsYou)
export const scansByDay = lazy(async () => (await import('./ScansByDay.tsx')).ScansByDay)

import { lazy } from '../../ui/lazy-component.ts'

/** The code of the dialog that two dashboards share. */
export const reportModal = lazy(async () => (await import('./ReportModal.tsx')).ReportModal)

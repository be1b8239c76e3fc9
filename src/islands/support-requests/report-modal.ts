import { lazy } from '../../ui/lazy-component.ts'

/** The code of the dialog that the tools and the panel of a member share. */
export const supportModal = lazy(async () => (await import('./SupportModal.tsx')).SupportModal)

/** The code of the dialog that two dashboards share. */
export const reportModal = lazy(async () => (await import('./ReportModal.tsx')).ReportModal)

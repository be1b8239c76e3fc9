import { lazy } from '../../ui/lazy-component.ts'

/** The code of the dialog, which the overview opens and does not show first. */
export const receiptModal = lazy(async () => (await import('./ReceiptModal.tsx')).ReceiptModal)

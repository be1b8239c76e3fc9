import { lazy } from '../../../ui/lazy-component.ts'

/** Parts of long lists alone, and so apart from the lists. */
export const longListNote = lazy(async () => (await import('./LongList.tsx')).LongListNote)
export const longListEnd = lazy(async () => (await import('./LongList.tsx')).LongListEnd)

import { afterAll, vi } from 'vitest'

/*
 * Files share a process, because it takes longer to start one than to run most files. Each file
 * still loads modules of its own: none finds a store, a cache or a stub of the file before it.
 */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
})

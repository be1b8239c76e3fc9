import { setPersistentEngine } from '@nanostores/persistent'
import { afterAll, vi } from 'vitest'

/*
 * Files share a process, because it takes longer to start one than to run most files. Each file
 * still loads modules of its own: none finds a store, a cache or a stub of the file before it.
 */

// A library is loaded once for the process. Where there is no window, this one keeps what is stored.
setPersistentEngine({}, { addEventListener() {}, removeEventListener() {} })

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.resetModules()
})

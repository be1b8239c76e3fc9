import { cleanup } from '@testing-library/react'
import { vi } from 'vitest'
import { forgetSession, forgetUser } from '../../../src/lib/core/storage/forget.ts'

/** Takes away what a test has rendered, with all that is known of its user. */
export function leaveScreen(): void {
  // Stores are released a second after their last subscriber, those that derive from another first.
  vi.useFakeTimers()
  cleanup()
  vi.runAllTimers()
  vi.useRealTimers()
  forgetSession()
  forgetUser()
}

import { useEffect } from 'react'
import type { ResourceStore } from '../../../lib/core/api/resource.ts'

/** Loads a store again and again while something is awaited, such as work that the server does meanwhile. */
export function useLookAgain(
  { reload }: Pick<ResourceStore<unknown>, 'reload'>,
  isWaiting: boolean,
  everyMs: number,
): void {
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void reload(), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, reload, everyMs])
}

import { AsyncLocalStorage } from 'node:async_hooks'

interface CurrentRequest {
  /** Undefined once it is answered: timers that it started are no longer about it. */
  id: string | undefined
}

const current = new AsyncLocalStorage<CurrentRequest>()

/**
 * Runs what answers a request, so that each line of the log meanwhile has its id.
 * @returns ends that
 */
export function runForRequest(id: string, answer: () => void): () => void {
  const request: CurrentRequest = { id }
  current.run(request, answer)
  return () => {
    request.id = undefined
  }
}

export function currentRequestId(): string | undefined {
  return current.getStore()?.id
}

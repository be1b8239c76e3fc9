import { atom, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import { showArrivalEndpoint } from '../../../contract/gateways/show-arrival.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { isUnsupported } from './connect-keys.ts'

export type Arrival = OutputOf<typeof showArrivalEndpoint>
export type RefusedRequests = NonNullable<Arrival['refused']>[number]

type Watched =
  | { readonly status: 'loading' | 'failed' | 'unsupported' }
  | { readonly status: 'loaded'; readonly arrival: Arrival }

/** While nothing has arrived, the user sits in front of it and waits. */
const waitingMs = 3000
const watchingMs = 10_000

const $watched = atom<Watched>({ status: 'loading' })

/** Arrivals of the watched organization's mail. */
export const $arrival: ReadableAtom<Watched> = $watched

forgetWithSession(() => $watched.set({ status: 'loading' }))

/**
 * Asks what arrived again and again, but not while the page is hidden. The call is a background call,
 * so it does not extend the session.
 * @returns a function that stops it
 */
export function watchArrival(organizationId: string): () => void {
  let isWatched = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false

  async function ask() {
    clearTimeout(timer)
    if (isAsking || document.hidden) return
    isAsking = true
    const answer = await askOnce(organizationId)
    isAsking = false
    if (!isWatched) return
    // A known arrival is better than an error; the next attempt follows.
    if (answer.status !== 'failed' || $watched.get().status !== 'loaded') $watched.set(answer)
    if (answer.status !== 'unsupported') timer = setTimeout(ask, pauseOf(answer))
  }

  $watched.set({ status: 'loading' })
  void ask()
  document.addEventListener('visibilitychange', ask)
  return () => {
    isWatched = false
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', ask)
  }
}

async function askOnce(organizationId: string): Promise<Watched> {
  try {
    const arrival = await call(showArrivalEndpoint, { organization_id: organizationId })
    return { status: 'loaded', arrival }
  } catch (error) {
    return { status: isUnsupported(error) ? 'unsupported' : 'failed' }
  }
}

function pauseOf(answer: Watched): number {
  const isWaiting = answer.status === 'loaded' && answer.arrival.last_message_at === null
  return isWaiting ? waitingMs : watchingMs
}

import { atom, onMount, type ReadableAtom } from 'nanostores'
import {
  type Capability,
  showCapabilitiesEndpoint,
} from '../../../contract/sign-in/show-capabilities.ts'
import { HttpError } from '../core/api/errors.ts'
import { call } from '../core/api/http.ts'

export type { Capability }

/** Names that this site does not know may be among them, and are never asked for. */
export type Capabilities = Pick<ReadonlySet<Capability>, 'has' | 'size'>

const $known = atom<Capabilities>(new Set<Capability>())

/**
 * The capabilities of this backend for accounts: empty until it has answered, and where it lacks
 * the call. It is asked with the first subscriber, once for the document.
 */
export const $capabilities: ReadableAtom<Capabilities> = $known

let asked: Promise<void> | undefined

onMount($known, () => {
  // Nothing can be asked during prerendering.
  if (typeof window !== 'undefined') void capabilitiesAnswered()
})

const $state = atom<'asking' | 'known' | 'failed'>('asking')

/** Before they are known, the backend may offer more than it seems. */
export const $capabilitiesState: ReadableAtom<'asking' | 'known' | 'failed'> = $state

/** Settles when they are known, or could not be asked for. */
export function capabilitiesAnswered(): Promise<void> {
  asked ??= ask()
  return asked
}

/** The page lacks an offer until it is known, so that no user could try again. */
const firstWaitMs = 2000
const longestWaitMs = 60_000

async function ask(waitMs = firstWaitMs): Promise<void> {
  try {
    const answer = await call(showCapabilitiesEndpoint)
    $known.set(new Set(answer.capabilities))
    $state.set('known')
  } catch (error) {
    // The next subscriber asks again.
    asked = undefined
    // It was asked, and lacks the call or knows no such session.
    const isAnswered = error instanceof HttpError && error.status < 500
    $state.set(isAnswered ? 'known' : 'failed')
    if (isAnswered) return
    setTimeout(() => {
      asked ??= ask(Math.min(2 * waitMs, longestWaitMs))
    }, waitMs)
  }
}

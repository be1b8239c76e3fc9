import { atom, onMount, type ReadableAtom } from 'nanostores'
import {
  type Capability,
  showCapabilitiesEndpoint,
} from '../../../contract/sign-in/show-capabilities.ts'
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

/** Settles when they are known, or could not be asked for. */
export function capabilitiesAnswered(): Promise<void> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<void> {
  try {
    const answer = await call(showCapabilitiesEndpoint)
    $known.set(new Set(answer.capabilities))
  } catch {
    // The next subscriber asks again.
    asked = undefined
  }
}

import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'

/** Where the session's token is kept in local storage (R288). */
export const tokenKey = 'aman_access_token'

/** Some browsers hand out a local storage that throws on use. The session then lives in memory. */
function storageReads(): boolean {
  try {
    localStorage.getItem(tokenKey)
    return true
  } catch {
    return false
  }
}

/** For this document only, and gone with it. */
function stayInMemory(): void {
  setPersistentEngine({}, windowPersistentEvents)
}

if (typeof window !== 'undefined' && !storageReads()) stayInMemory()

const $stored = persistentAtom<string | undefined>(tokenKey, undefined)

/** The bearer token of this browser, shared by all of its tabs; undefined when signed out. */
export const $token = {
  get: () => $stored.get(),
  listen: $stored.listen.bind($stored),
}

export function keepToken(token: string): void {
  try {
    $stored.set(token)
  } catch {
    // The storage is full, or may only be read.
    stayInMemory()
    $stored.set(token)
  }
}

/** Forgets the token, unless another one has taken its place meanwhile. */
export function dropToken(token: string): void {
  if ($stored.get() === token) $stored.set(undefined)
}

/**
 * Logout leaves nothing behind in either storage (R293). The storage is cleared first: other tabs
 * tell by that a logout from a session that ended.
 */
export function clearStorage(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // A storage that throws keeps nothing either.
  }
  $stored.set(undefined)
}

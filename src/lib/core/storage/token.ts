import { persistentAtom, setPersistentEngine, windowPersistentEvents } from '@nanostores/persistent'
import { tokenKey } from './token-key.ts'

/** Some browsers have a local storage that throws on use. The token is then kept in memory. */
function storageReads(): boolean {
  try {
    localStorage.getItem(tokenKey)
    return true
  } catch {
    return false
  }
}

/** Keeps the token in memory, for this document only. */
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
    // The storage is full or read-only.
    stayInMemory()
    $stored.set(token)
  }
}

/** Removes the token, unless another one has replaced it meanwhile. */
export function dropToken(token: string): void {
  if ($stored.get() === token) $stored.set(undefined)
}

/**
 * Sign-out clears both storages (R293). The storage is cleared first: this is how other tabs
 * distinguish a sign-out from an expired session.
 */
export function clearStorage(): void {
  try {
    localStorage.clear()
    sessionStorage.clear()
  } catch {
    // A storage that throws stores nothing.
  }
  $stored.set(undefined)
}

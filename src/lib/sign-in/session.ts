import { atom, onMount, type ReadableAtom } from 'nanostores'
import { consentEndpoint } from '../../../contract/account/consent.ts'
import { meEndpoint } from '../../../contract/account/me.ts'
import type { OutputOf } from '../../../contract/core/endpoint.ts'
import type { Role } from '../../../contract/core/permissions.ts'
import { signInWithPasswordEndpoint } from '../../../contract/sign-in/sign-in-with-password.ts'
import { signOutEndpoint } from '../../../contract/sign-in/sign-out.ts'
import { call } from '../core/api/http.ts'
import { forgetSession, forgetUser, forgetWithUser } from '../core/storage/forget.ts'
import { $token, clearStorage, dropToken, keepToken } from '../core/storage/token.ts'

/** The signed-in user. */
export type User = OutputOf<typeof meEndpoint>

export type Session =
  | { readonly status: 'signed-out' }
  /** It expired; the same user can continue on the same page. */
  | { readonly status: 'ended' }
  /** A stored token is being checked. */
  | { readonly status: 'checking' }
  | {
      readonly status: 'signed-in'
      readonly user: User
      /** Determines the first screen: the role in the sign-in response, else the user's own. */
      readonly landingRole: Role
    }

const $current = atom<Session>({ status: 'signed-out' })

/** The session of this document. It follows the token, which all tabs share. */
export const $session: ReadableAtom<Session> = $current

/** Incremented with every change of the token, so that responses for an earlier one are dropped. */
let tokenChanges = 0

/** Shows first figures of the role's screen; settles when they have been painted or given up. */
type ShowFigures = (role: Role) => Promise<void>

/** Undefined until its code is loaded. */
let showFigures: ShowFigures | undefined

export function showAtSignIn(given: ShowFigures): void {
  showFigures = given
}

/** The token of a running `signIn`, which loads the user itself. */
let freshToken: string | undefined
/** The user whose searches and drafts this document holds. */
let knownUser: User['id'] | undefined

forgetWithUser(() => {
  knownUser = undefined
})

/** Waits until a stored token has been checked. */
export function sessionKnown(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $current.listen(check)
    check()
    function check() {
      if ($current.get().status === 'checking') return
      stop()
      resolve()
    }
  })
}

onMount($current, () => {
  // There is no session during prerendering.
  if (typeof window === 'undefined') return
  followToken($token.get())
  const stopListening = $token.listen((token) => {
    forgetSession()
    followToken(token)
  })
  addEventListener('storage', followSignOut)
  addEventListener('pageshow', followReturn)
  return () => {
    stopListening()
    removeEventListener('storage', followSignOut)
    removeEventListener('pageshow', followReturn)
  }
})

function followToken(token: string | undefined): void {
  tokenChanges += 1
  if (token === undefined) {
    $current.set({ status: knownUser === undefined ? 'signed-out' : 'ended' })
  } else if (token !== freshToken) void restore(token)
}

/** Sign-out in another tab clears the whole storage; an expired session removes only the token. */
function followSignOut({ key }: StorageEvent): void {
  if (key === null) leave()
}

/** A page from the back/forward cache has missed changes of the token. */
function followReturn({ persisted }: PageTransitionEvent): void {
  if (persisted && $token.get() === undefined) leave()
}

function leave(): void {
  forgetUser()
  clearStorage()
  $current.set({ status: 'signed-out' })
}

function enter(user: User, landingRole: Role): void {
  if (knownUser !== undefined && knownUser !== user.id) forgetUser()
  knownUser = user.id
  $current.set({ status: 'signed-in', user, landingRole })
}

/** Loads the user of a stored token; on any failure removes the token without a message (R290). */
async function restore(token: string): Promise<void> {
  const change = tokenChanges
  $current.set({ status: 'checking' })
  try {
    const user = await call(meEndpoint)
    if (change === tokenChanges) enter(user, user.role)
  } catch {
    dropToken(token)
  }
}

/** @throws like `call`; no token is kept in that case (R057) */
export async function signIn(username: string, password: string): Promise<void> {
  await enterSession(await call(signInWithPasswordEndpoint, { username, password }))
}

/**
 * Signs in with the answer of any call that begins a session: stores the token, then loads the user
 * (R291).
 * @throws like `call`; no token is kept in that case (R057)
 */
export async function enterSession(
  answer: OutputOf<typeof signInWithPasswordEndpoint>,
): Promise<void> {
  freshToken = answer.access_token
  keepToken(freshToken)
  globalThis.askEarly?.(freshToken, answer.user_role)
  const change = tokenChanges
  try {
    const painted = answer.user_role && showFigures?.(answer.user_role)
    const user = await call(meEndpoint)
    await painted
    const landingRole = answer.user_role ?? user.role
    if (change === tokenChanges) enter(user, landingRole)
  } catch (error) {
    dropToken(answer.access_token)
    throw error
  } finally {
    freshToken = undefined
  }
}

/** Reloads the signed-in user after a change to themselves. A failure changes nothing. */
export async function reloadUser(): Promise<void> {
  const change = tokenChanges
  const user = await call(meEndpoint).catch(() => undefined)
  if (user === undefined || change !== tokenChanges) return
  const session = $current.get()
  if (session.status !== 'signed-in') return
  const isSameRole = user.role === session.user.role
  $current.set({ ...session, user, landingRole: isSameRole ? session.landingRole : user.role })
}

/** Signs out at once in every tab; notifies the server and ignores its response. */
export function signOut(): void {
  call(signOutEndpoint).catch(() => undefined)
  leave()
}

let accepting: Promise<void> | undefined

/**
 * Accepts the privacy notice; a failure is only logged and the notice stays (R269, R271). Concurrent
 * calls send one request.
 */
export function acceptPrivacyNotice(): Promise<void> {
  accepting ??= sendConsent().finally(() => {
    accepting = undefined
  })
  return accepting
}

async function sendConsent(): Promise<void> {
  const change = tokenChanges
  try {
    await call(consentEndpoint)
  } catch (error) {
    console.error('The consent could not be saved', error)
    return
  }
  const session = $current.get()
  // Another user, who has not accepted it, may have signed in meanwhile in another tab.
  if (session.status !== 'signed-in' || change !== tokenChanges) return
  $current.set({ ...session, user: { ...session.user, has_consented: true } })
}

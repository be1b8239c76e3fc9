import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { OutputOf } from '../../../contract/endpoint.ts'
import { consentEndpoint } from '../../../contract/endpoints/consent.ts'
import { meEndpoint } from '../../../contract/endpoints/me.ts'
import { signInEndpoint } from '../../../contract/endpoints/sign-in.ts'
import { signOutEndpoint } from '../../../contract/endpoints/sign-out.ts'
import type { Role } from '../../../contract/permissions.ts'
import { call } from '../api/http.ts'
import { forgetSession, forgetUser, forgetWithUser } from './forget.ts'
import { $token, clearStorage, dropToken, keepToken } from './token.ts'

/** The signed-in person. */
export type User = OutputOf<typeof meEndpoint>

export type Session =
  | { readonly status: 'signed-out' }
  /** It ended by itself; the same person may go on where they were. */
  | { readonly status: 'ended' }
  /** A stored token is being checked. */
  | { readonly status: 'checking' }
  | {
      readonly status: 'signed-in'
      readonly user: User
      /** Decides where the person lands: the login answer's role, else the user's own. */
      readonly landingRole: Role
    }

const $current = atom<Session>({ status: 'signed-out' })

/** Who is signed in in this document. It follows the token, which all tabs share. */
export const $session: ReadableAtom<Session> = $current

/** Rises with every change of the token, so that an answer for an earlier one is dropped. */
let tokenChanges = 0
/** The token that `signIn` brought and whose person it loads itself. */
let freshToken: string | undefined
/** Whose searches and drafts this document holds. */
let knownUser: User['id'] | undefined

forgetWithUser(() => {
  knownUser = undefined
})

onMount($current, () => {
  // While pages are prerendered nobody is signed in.
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

/** Logout in another tab clears the whole storage; a session that ended loses the token alone. */
function followSignOut({ key }: StorageEvent): void {
  if (key === null) leave()
}

/** A page that the browser kept whole cannot know what happened meanwhile. */
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

/** Loads the person of a stored token; on any failure the token goes, silently (R290). */
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

/**
 * Signs in: stores the token, then loads the person (R291).
 * @throws what `call` throws; then no token is kept (R057)
 */
export async function signIn(username: string, password: string): Promise<void> {
  const answer = await call(signInEndpoint, { username, password })
  freshToken = answer.access_token
  keepToken(freshToken)
  const change = tokenChanges
  try {
    const user = await call(meEndpoint)
    const landingRole = answer.user_role ?? user.role
    if (change === tokenChanges) enter(user, landingRole)
  } catch (error) {
    dropToken(answer.access_token)
    throw error
  } finally {
    freshToken = undefined
  }
}

/** Loads the signed-in person again, who has changed themselves. A failure changes nothing. */
export async function reloadUser(): Promise<void> {
  const change = tokenChanges
  const user = await call(meEndpoint).catch(() => undefined)
  if (user === undefined || change !== tokenChanges) return
  const session = $current.get()
  if (session.status !== 'signed-in') return
  const isSameRole = user.role === session.user.role
  $current.set({ ...session, user, landingRole: isSameRole ? session.landingRole : user.role })
}

/** Signs out here at once and in every tab; the server is told, and its answer does not matter. */
export function signOut(): void {
  call(signOutEndpoint).catch(() => undefined)
  leave()
}

let accepting: Promise<void> | undefined

/**
 * Accepts the privacy notice; a failure is logged only and the notice stays (R269, R271). However
 * often it is asked for at a time, it is sent once.
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
  // Somebody else may have signed in meanwhile, in another tab, and has not agreed to anything.
  if (session.status !== 'signed-in' || change !== tokenChanges) return
  $current.set({ ...session, user: { ...session.user, has_consented: true } })
}

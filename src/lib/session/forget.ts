/*
 * What this document remembers of the person who is signed in. Every store registers here how it
 * forgets, and `session.ts` says when; `tests/islands/forget.test.ts` walks all stores.
 */

const withSession: (() => void)[] = []
const withUser: (() => void)[] = []

/** For data and notices: they go with the session, however it ends. */
export function forgetWithSession(forget: () => void): void {
  withSession.push(forget)
}

/**
 * For searches, filters and drafts: the same person finds them again after a session that ended by
 * itself. Logout or another person's sign-in forgets them.
 */
export function forgetWithUser(forget: () => void): void {
  withUser.push(forget)
}

/** Gives a store its first value back when the person changes. @returns the store */
export function resetWithUser<Value, Store>(
  store: Store & { get: () => Value; set: (value: Value) => void },
): Store {
  const initial = store.get()
  forgetWithUser(() => store.set(initial))
  return store
}

export function forgetSession(): void {
  for (const forget of withSession) forget()
}

export function forgetUser(): void {
  for (const forget of withUser) forget()
}

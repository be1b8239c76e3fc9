/*
 * Clears what this document stores about the signed-in user. Every store registers here how it is
 * cleared, and `session.ts` decides when; `tests/core/screen/forget.test.ts` checks all stores.
 */

const withSession: (() => void)[] = []
const withUser: (() => void)[] = []

/** For data and notices: cleared whenever the session ends. */
export function forgetWithSession(forget: () => void): void {
  withSession.push(forget)
}

/**
 * For searches, filters and drafts: kept for the same user if the session expires, cleared by sign-out
 * or another user's sign-in.
 */
export function forgetWithUser(forget: () => void): void {
  withUser.push(forget)
}

/** Resets a store to its initial value when the user changes. @returns the store */
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

import { atom, type ReadableAtom } from 'nanostores'
import {
  extendSessionEndpoint,
  showSessionEndpoint,
} from '../../../contract/sign-in/own-session.ts'
import { call } from '../core/api/http.ts'
import { forgetWithSession } from '../core/storage/forget.ts'

const longestWarningSeconds = 120
const extendEveryMs = 60_000
const retryMs = 10_000
/** Browser timers overflow above this value. */
const longestTimerMs = 2 ** 31 - 1

const $ending = atom(false)
let timer: ReturnType<typeof setTimeout> | undefined
let warningSeconds = longestWarningSeconds
let extendedAtMs = 0

/** Whether the session is about to expire without use. */
export const $isEnding: ReadableAtom<boolean> = $ending

forgetWithSession(() => {
  clearTimeout(timer)
  $ending.set(false)
})

/**
 * Warns before the session expires. Asks the server for the remaining time, because other tabs also
 * extend the session.
 * @returns a function that stops it
 */
export function watchIdle(secondsLeft: number): () => void {
  warningSeconds = Math.min(longestWarningSeconds, secondsLeft / 2)
  extendedAtMs = Date.now()
  plan(secondsLeft)
  const events = ['keydown', 'input', 'pointerdown'] as const
  for (const event of events) addEventListener(event, noteActivity)
  return () => {
    clearTimeout(timer)
    for (const event of events) removeEventListener(event, noteActivity)
  }
}

/** Extends the session because the user is active. */
export function staySignedIn(): Promise<void> {
  extendedAtMs = Date.now()
  return ask(extendSessionEndpoint)
}

function noteActivity(): void {
  // After the warning only the user's explicit choice counts.
  if ($ending.get() || Date.now() - extendedAtMs < extendEveryMs) return
  void staySignedIn()
}

async function ask(
  endpoint: typeof showSessionEndpoint | typeof extendSessionEndpoint,
): Promise<void> {
  try {
    const { idle_seconds_left } = await call(endpoint)
    if (idle_seconds_left !== null) plan(idle_seconds_left)
  } catch {
    // A session that has expired is already over; if the call failed, it is tried again.
    clearTimeout(timer)
    timer = setTimeout(() => void ask(showSessionEndpoint), retryMs)
  }
}

function plan(secondsLeft: number): void {
  const isNear = secondsLeft <= warningSeconds
  $ending.set(isNear)
  const waitMs = (isNear ? secondsLeft + 1 : secondsLeft - warningSeconds) * 1000
  clearTimeout(timer)
  timer = setTimeout(() => void ask(showSessionEndpoint), Math.min(waitMs, longestTimerMs))
}

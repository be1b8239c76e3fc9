import { forgetWithSession } from '../storage/forget.ts'

/** A raw response with its `Link` and `X-Request-Id`; undefined if the request failed. */
type EarlyAnswer =
  | { status: number; ok: boolean; text: string; link: string | null; id?: string | null }
  | undefined

declare global {
  /** Requests that the page made before this code was loaded (`AccountLayout.astro`). */
  var earlyAnswers:
    | {
        readonly token: string
        readonly askedAtMs: number
        readonly answers: Map<string, Promise<EarlyAnswer>>
      }
    | undefined
  /**
   * Asks at once for what a user needs who has just signed in (`AccountLayout.astro`); undefined where no
   * page has it. @param role decides which screen is the first; only the session is checked without one
   */
  var askEarly: ((token: string, role: string | null | undefined) => void) | undefined
}

forgetWithSession(() => {
  globalThis.earlyAnswers = undefined
})

/** Whether a request that the page has already made waits for its call. */
export function hasEarlyAnswers(): boolean {
  return globalThis.earlyAnswers !== undefined
}

/** Screens show the age of their data in minutes, so a response of the last minute counts as new. */
const goodForMs = 60_000

/**
 * Takes the response to a request that the page has already made; each one can be taken once.
 * @returns undefined if there was no such request, or it is too old or used another token
 */
export function takeEarlyAnswer(url: string, token: string): Promise<EarlyAnswer> | undefined {
  const early = globalThis.earlyAnswers
  if (early === undefined) return undefined
  const answer = early.answers.get(url)
  early.answers.delete(url)
  const isOver = early.token !== token || Date.now() - early.askedAtMs > goodForMs
  if (isOver || early.answers.size === 0) globalThis.earlyAnswers = undefined
  return isOver ? undefined : answer
}

import { forgetWithSession } from '../session/forget.ts'

/** An answer as it came, with its `Link` header; undefined when there was none. */
type EarlyAnswer = { status: number; ok: boolean; text: string; link: string | null } | undefined

declare global {
  /** What the page has asked for before this code was there (`AccountLayout.astro`). */
  var earlyAnswers:
    | {
        readonly token: string
        readonly askedAtMs: number
        readonly answers: Map<string, Promise<EarlyAnswer>>
      }
    | undefined
}

forgetWithSession(() => {
  globalThis.earlyAnswers = undefined
})

/** Screens tell the age of their data in minutes: what is younger than one may pass for new. */
const goodForMs = 60_000

/**
 * The answer that the page has asked for already, once.
 * @returns undefined when it was not asked for, by somebody else, or too long ago
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

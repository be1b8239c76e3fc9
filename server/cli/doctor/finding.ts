import { wordsOfCause } from '../../core/start-error.ts'

/** The result of a check; `mend` says how to mend what is wrong. */
export type Finding =
  | { readonly is: 'well'; readonly what: string }
  | { readonly is: 'left out'; readonly what: string }
  | { readonly is: 'wrong'; readonly what: string; readonly mend: string }

export const well = (what: string): Finding => ({ is: 'well', what })
export const leftOut = (what: string): Finding => ({ is: 'left out', what })
export const wrong = (what: string, mend: string): Finding => ({ is: 'wrong', what, mend })

/** One line for each, and another one for how to mend it. */
export function printFinding(finding: Finding): string {
  const line = `${finding.is.padEnd(8)}  ${finding.what}\n`
  return finding.is === 'wrong' ? `${line}${' '.repeat(10)}${finding.mend}\n` : line
}

/** `fetch` says why it failed in the cause of its error. */
export function reasonOf(cause: unknown): string {
  const isWrapped = cause instanceof Error && cause.cause instanceof Error
  return wordsOfCause(isWrapped ? cause.cause : cause).replaceAll(/\s+/g, ' ')
}

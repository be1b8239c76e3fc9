import type { Reason } from '../../../../judge/judgement.ts'
import { reasonsAboutBuild } from '../../../../judge/reasons/codes.ts'
import type { Judged } from './judge-here.ts'

/** A reason with the number of its place in the mail, if it has one. */
export interface Finding {
  readonly reason: Reason
  readonly number: number | undefined
}

export interface Findings {
  readonly against: readonly Finding[]
  readonly supporting: readonly Finding[]
}

/** The findings of a verdict. Evidence against a mail that is found safe would only alarm. */
export function findingsOf({ kind, judgement }: Judged): Findings {
  const { level, reasons } = judgement
  const said = reasons.filter(
    ({ code, speaks }) =>
      (speaks === 'for' || level === 'suspicious') &&
      // A text has no sender and no layout.
      (kind === 'mail' || !reasonsAboutBuild.includes(code)),
  )
  let places = 0
  const numbered = said.map((reason) => {
    if (reason.place !== undefined) places += 1
    return { reason, number: reason.place === undefined ? undefined : places }
  })
  return {
    against: numbered.filter(({ reason }) => reason.speaks === 'against'),
    supporting: numbered.filter(({ reason }) => reason.speaks === 'for'),
  }
}

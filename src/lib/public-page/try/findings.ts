import type { Reason } from '../../../../judge/judgement.ts'
import { reasonsAboutBuild } from '../../../../judge/reasons/codes.ts'
import { type Mark, withMarks } from '../../core/judged/marks.ts'
import type { Judged } from './judge-here.ts'

/** A reason, with the mark of its place in the part of the mail that is shown. */
export interface Finding {
  readonly reason: Reason
  readonly mark: Mark | undefined
}

export interface Findings {
  readonly against: readonly Finding[]
  readonly supporting: readonly Finding[]
}

/** The findings of a verdict, numbered where their place can be seen. */
export function findingsOf({ kind, judgement, mail }: Judged): Findings {
  // A text has no sender and no layout.
  const said = judgement.reasons
    .filter(({ code }) => kind === 'mail' || !reasonsAboutBuild.includes(code))
    .map((reason) => {
      const { target } = reason.values
      return { reason, place: reason.place, host: typeof target === 'string' ? target : undefined }
    })
  const numbered = withMarks(mail, said)
  return {
    against: numbered.filter(({ reason }) => reason.speaks === 'against'),
    supporting: numbered.filter(({ reason }) => reason.speaks === 'for'),
  }
}

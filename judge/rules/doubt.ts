import type { Place, Reason } from '../judgement.ts'
import { type DoubtWeight, doubtWeights } from './weights.ts'

/** Something about a sender that an attacker's mail has more often than an honest one. */
export interface Doubt {
  readonly code: Reason['code']
  readonly values: Reason['values']
  readonly place: Place
  readonly weight: DoubtWeight
}

/** Whether the organization or its gateway knows it: anyone may have answers sent elsewhere. */
export function isOfKnowledge({ weight }: Doubt): boolean {
  return weight !== doubtWeights.replyToFreeMail && weight !== doubtWeights.replyElsewhere
}

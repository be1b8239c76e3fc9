import { recallAt, shareOf } from '../shares.ts'
import type { SourceMail } from '../sources.ts'
import { isSpamAssassin } from '../training-mails.ts'
import type { Curve, Group, MeasuredGroup, ScoreRange } from './results.ts'

interface Answer {
  readonly score: number
  readonly isMarked: boolean
}

/** A mail with what both filters made of it. */
export interface Compared {
  readonly mail: SourceMail
  readonly judge: Answer
  readonly rspamd: Answer
}

const isIn: Readonly<Record<Group, (mail: SourceMail) => boolean>> = {
  all: () => true,
  spamAssassin: isSpamAssassin,
  texts: (mail) => !isSpamAssassin(mail),
  english: (mail) => !isSpamAssassin(mail) && mail.language === 'en',
  arabic: (mail) => !isSpamAssassin(mail) && mail.language === 'ar',
}

const limits = [0, 0.2, 0.5, 0.8, 0.95, 1]

export function measureGroup(all: readonly Compared[], group: Group): MeasuredGroup {
  const mails = all.filter(({ mail }) => isIn[group](mail))
  const attacks = mails.filter(({ mail }) => mail.label === 'attack').length
  return {
    attacks,
    ordinary: mails.length - attacks,
    judge: curveOf(mails, 'judge'),
    rspamd: curveOf(mails, 'rspamd'),
  }
}

function curveOf(mails: readonly Compared[], filter: 'judge' | 'rspamd'): Curve {
  const scored = mails.map((it) => ({ ...it[filter], isAttack: it.mail.label === 'attack' }))
  const marked = (of: typeof scored) => shareOf(of.filter((it) => it.isMarked).length, of.length)
  return {
    atOnePercent: recallAt(scored, 0.01),
    atOnePerMille: recallAt(scored, 0.001),
    attacks: marked(scored.filter(({ isAttack }) => isAttack)),
    ordinary: marked(scored.filter(({ isAttack }) => !isAttack)),
  }
}

/** How many of the mails in a range of scores were attacks; a calibrated score says as much. */
export function rangesOf(all: readonly Compared[]): ScoreRange[] {
  return limits.slice(1).map((to, at) => {
    const from = limits[at] ?? 0
    const mails = all.filter(
      ({ judge: { score } }) => score >= from && (score < to || to === limits.at(-1)),
    )
    const attacks = mails.filter(({ mail }) => mail.label === 'attack').length
    return { from, to, attacks: shareOf(attacks, mails.length) }
  })
}

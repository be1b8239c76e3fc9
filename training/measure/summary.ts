import type { Curve, Group, MeasuredGroup, ScoreRange } from '../../judge/model/results.ts'
import { meanRecall, recallAt, shareOf } from '../shares.ts'
import { isOwnText, isSpamAssassin, type SourceMail } from '../sources.ts'

interface Answer {
  readonly score: number
  readonly isMarked: boolean
}

/** A mail with what both filters made of it; the judge once for each partition. */
export interface Compared {
  readonly mail: SourceMail
  readonly judge: readonly Answer[]
  readonly rspamd: readonly Answer[]
}

const isIn: Readonly<Record<Group, (mail: SourceMail) => boolean>> = {
  all: () => true,
  spamAssassin: isSpamAssassin,
  texts: isOwnText,
  english: (mail) => isOwnText(mail) && mail.language === 'en',
  arabic: (mail) => isOwnText(mail) && mail.language === 'ar',
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
  const isAttack = ({ mail }: Compared) => mail.label === 'attack'
  const partitions = mails[0]?.[filter].keys().toArray() ?? []
  const scored = partitions.map((partition) =>
    mails.map((it) => ({ isAttack: isAttack(it), score: it[filter][partition]?.score ?? 0 })),
  )
  const marked = (of: readonly Compared[]) => {
    const hits = of.flatMap((it) => it[filter]).filter((it) => it.isMarked).length
    return shareOf(Math.round(hits / partitions.length), of.length)
  }
  return {
    atOnePercent: meanRecall(scored.map((it) => recallAt(it, 0.01))),
    atOnePerMille: meanRecall(scored.map((it) => recallAt(it, 0.001))),
    attacks: marked(mails.filter(isAttack)),
    ordinary: marked(mails.filter((it) => !isAttack(it))),
  }
}

/** How many of the mails in a range of scores were attacks; a calibrated score says as much. */
export function rangesOf(all: readonly Compared[]): ScoreRange[] {
  return limits.slice(1).map((to, at) => {
    const from = limits[at] ?? 0
    const isHere = ({ score }: Answer) => score >= from && (score < to || to === limits.at(-1))
    const judged = all.flatMap(({ mail, judge }) =>
      judge.filter(isHere).map(() => ({ mail, share: 1 / judge.length })),
    )
    const count = (of: typeof judged) => Math.round(of.reduce((sum, { share }) => sum + share, 0))
    const attacks = judged.filter(({ mail }) => mail.label === 'attack')
    return { from, to, attacks: shareOf(count(attacks), count(judged)) }
  })
}

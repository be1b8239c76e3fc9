import { createHash } from 'node:crypto'
import { featuresOf } from '../../judge/features/features.ts'
import { guardingAttacks, strangeAttacks } from '../../judge/learn/frozen.ts'
import { tableOf } from '../../judge/learn/shift.ts'
import { vectorOf } from '../../judge/learn/vector.ts'
import type { Learning } from '../../judge/model/results.ts'
import { readMail } from '../../judge/read/read-mail.ts'
import { isSpamAssassin } from '../sources.ts'
import { isMeasured, type Trained } from './cross-validate.ts'
import { type LearningMail, lessonOf, measureLearning, teach } from './learning.ts'

const most = { ordinary: 1000, marks: 100 } as const
const amounts = [
  { ordinary: 0, marks: 0 },
  { ordinary: 50, marks: 0 },
  { ordinary: 200, marks: 20 },
  most,
] as const

/**
 * The mail of SpamAssassin stands for one organization: it has real senders, lists and dates. Each amount is
 * that of the last mails before the same measured ones. Of near-duplicates only the first counts.
 * @param scores by models that have not seen the mail's kind
 */
export async function measureCurve(
  all: readonly Trained[],
  scores: readonly number[],
): Promise<Learning> {
  const measured = all.filter(isMeasured)
  const seen = new Set<string>()
  const mails: (Omit<LearningMail, 'score'> & { readonly at: number })[] = []
  for (const [at, { mail, kind }] of measured.entries()) {
    if (!isSpamAssassin(mail) || seen.has(kind)) continue
    seen.add(kind)
    const read = await readMail(mail.original ?? mail.raw)
    mails.push({
      at,
      isAttack: mail.label === 'attack',
      vector: vectorOf(read, featuresOf(read)),
      sender: read.from.address,
      time: Date.parse(read.headers.find(({ key }) => key === 'date')?.value ?? ''),
    })
  }
  mails.sort((a, b) => (a.time || 0) - (b.time || 0))
  const attacks = mails.filter(({ isAttack }) => isAttack)
  const honest = mails.filter(({ isAttack }) => !isAttack)
  const tested = [...honest.slice(most.ordinary), ...attacks.slice(most.marks)]
  const steps = amounts.map(({ ordinary, marks }) => {
    const last = [
      ...honest.slice(most.ordinary - ordinary, most.ordinary),
      ...attacks.slice(most.marks - marks, most.marks),
    ]
    const scored = [...last, ...tested].map((it) => ({ ...it, score: scores[it.at] ?? 0 }))
    const { atOnePercent, atOnePerMille } = measureLearning(scored, { ordinary, marks }).learnt
    return { ordinary, marks, atOnePercent, atOnePerMille }
  })
  return {
    layer: nameOfLayer(),
    attacks: attacks.length - most.marks,
    ordinary: honest.length - most.ordinary,
    steps,
  }
}

/** Another one as soon as the same mails teach something else. */
export function nameOfLayer(): string {
  const mails = [
    ...guardingAttacks.map((it, at) => ({ ...it, isAttack: at % 3 === 0 })),
    ...strangeAttacks.map((it) => ({ ...it, isAttack: true })),
  ].map((it, at) => ({ ...it, sender: `sender${at % 9}@firm.example`, time: at }))
  const layer = teach(mails.map((it, at) => lessonOf(it, it.isAttack ? at : undefined)))
  return createHash('sha256').update(tableOf(layer)).digest('hex').slice(0, 8)
}

import { judgeMail } from '../../judge/judge.ts'
import { openModel } from '../../judge/model/model.ts'
import type { Example } from '../linear.ts'
import { makeModel } from '../make-model.ts'
import { Random } from '../random.ts'
import type { SourceMail } from '../sources.ts'
import { seed } from '../training-mails.ts'

export interface Trained {
  readonly mail: SourceMail
  readonly example: Example
  readonly kind: string
}

/** The figures are those of mails; pasted texts only train. */
export function isMeasured({ mail }: Trained): boolean {
  return mail.isPasted !== true
}

/**
 * The score of each mail by a model of the parts in which the mail's kind is not.
 * @param partition which of many ways to part the kinds
 * @param isAsked leaves out the scores of others
 */
export async function crossValidate(
  all: readonly Trained[],
  parts: number,
  partition: number,
  isAsked: (it: Trained) => boolean = isMeasured,
): Promise<number[]> {
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  new Random(seed + partition).shuffle(kinds)
  const partOf = new Map(kinds.map((kind, index) => [kind, index % parts]))
  const measured = all.filter(isMeasured)
  const scores: number[] = []
  for (let part = 0; part < parts; part += 1) {
    const isHere = ({ kind }: Trained) => partOf.get(kind) === part
    const others = all.filter((it) => !isHere(it)).map(({ example }) => example)
    const model = openModel({ ...makeModel(others, seed), version: `without ${part}` })
    for (const [at, it] of measured.entries()) {
      if (!isHere(it) || !isAsked(it)) continue
      const { score } = await judgeMail(it.mail.raw, {}, { model })
      scores[at] = score
    }
    console.log(`Partition ${partition + 1}, part ${part + 1} of ${parts}: measured.`)
  }
  return scores
}

import { judgeMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readSituations } from './situations.ts'

const all = process.argv[2] === 'all'
for (const language of ['en', 'ar'] as const)
  for (const kind of ['attacks', 'honest'] as const) {
    const list = readSituations(language, kind)
    let marked = 0
    for (const it of list) {
      const base = await judgeMail(it.raw, {}, { model: shippedModel })
      const { level, score, reasons } = await judgeMail(it.raw, it.knowledge, {
        model: shippedModel,
      })
      const is = level === 'suspicious'
      if (is) marked += 1
      if (all || is === (kind === 'honest'))
        console.log(
          base.score.toFixed(2),
          score.toFixed(2),
          it.id,
          reasons
            .filter((r) => !/ordinary_|unusual_/.test(r.code))
            .map((r) => (r.speaks === 'for' ? '-' : '') + r.code)
            .join(' '),
        )
    }
    console.log(language, kind, marked, 'of', list.length)
  }

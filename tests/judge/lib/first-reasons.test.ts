import { expect, test } from 'vitest'
import { judgeReadMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { reasonIn } from '../../../server/judge/reason-words.ts'
import { findingsOf } from '../../../src/lib/public-page/try/findings.ts'
import { knowledgeOf, rawOf, readFirstReasons } from '../../support/judge/first-reasons.ts'

const languages = ['en', 'ar'] as const

test.each(languages)(
  'the first reason of mails in %s is the one that decides',
  async (language) => {
    const wrong: string[] = []
    for (const mail of readFirstReasons(language)) {
      const read = await readMail(rawOf(mail))
      const judgement = await judgeReadMail(read, knowledgeOf(mail), { model: shippedModel })
      const [first] = judgement.reasons
      const isExpected =
        judgement.level === mail.level &&
        first !== undefined &&
        [mail.first].flat().includes(first.code) &&
        reasonIn(language, first).includes(mail.says ?? '')
      if (!isExpected)
        wrong.push(`${mail.from} ${mail.subject}: ${judgement.level}, ${first?.code}`)
      // Each reason with a place has it in the mail, in the part that is shown.
      const { against, supporting } = findingsOf({ kind: 'mail', mail: read, judgement })
      for (const { reason, mark } of [...against, ...supporting]) {
        if (reason.place !== undefined)
          expect(mark, `${mail.subject}: ${reason.code}`).toBeDefined()
      }
    }
    // One of 20 may be another opinion.
    expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(1)
  },
)

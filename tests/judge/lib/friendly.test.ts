import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeReadMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { type ReadMail, readMail } from '../../../judge/read/read-mail.ts'
import { generateMails } from '../../../training/render/mails.ts'
import { readTexts } from '../../../training/render/texts.ts'

/** Sentences that no training has seen. */
const friendly = {
  en: [
    'I hope you had a lovely weekend with your family. The weather here has been beautiful lately.',
    'Thank you again for your kind help last week. It was a pleasure to see everyone at the meeting.',
    'Our garden is full of tomatoes this year. The children enjoyed the picnic by the lake very much.',
    'We look forward to seeing you at the lunch on Thursday. Please give my regards to your colleagues.',
    'The minutes of the last meeting are with the committee. Everyone was pleased with the discussion.',
  ],
  ar: [
    'أتمنى أن تكونوا قد قضيتم عطلة جميلة مع العائلة. الطقس هنا رائع هذه الأيام.',
    'شكرًا جزيلًا على مساعدتكم اللطيفة الأسبوع الماضي. سررت برؤية الجميع في الاجتماع.',
    'حديقتنا مليئة بالبندورة هذا العام. استمتع الأطفال بالنزهة قرب البحيرة كثيرًا.',
    'نتطلع إلى رؤيتكم على الغداء يوم الخميس. أرجو إبلاغ تحياتي إلى الزملاء.',
    'محضر الاجتماع الأخير لدى اللجنة. كان الجميع سعداء بسير النقاش.',
  ],
}

type Pad = (text: string, sentences: string) => string

const attacks = readTexts(join(import.meta.dirname, '../../../training/frozen'))

const isMarked = async (mail: ReadMail) =>
  (await judgeReadMail(mail, {}, { model: shippedModel })).level === 'suspicious'

const pads: readonly Pad[] = [
  (text, sentences) => `${sentences}\n\n${text}`,
  (text, sentences) => `${text.trimEnd()}\n\n${sentences}`,
]

test('two friendly sentences before or after an attack free no more than 2 of 32', async () => {
  let marked = 0
  const kept = [0, 0]
  for (const [at, text] of attacks.entries()) {
    // One mail of each text would make a share of 2 in 100 of one mail.
    for (const { raw } of generateMails([text], 46, 4)) {
      const mail = await readMail(raw)
      if (!(await isMarked(mail))) continue
      marked += 1
      const sentences = friendly[text.language][at % 5] ?? ''
      for (const [side, pad] of pads.entries()) {
        if (await isMarked({ ...mail, text: pad(mail.text, sentences) }))
          kept[side] = (kept[side] ?? 0) + 1
      }
    }
  }
  expect(marked).toBeGreaterThan(160)
  expect(Math.min(...kept) / marked).toBeGreaterThanOrEqual(30 / 32)
})

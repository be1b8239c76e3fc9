import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseWords } from '../../../contract/core/words/parse-words.ts'
import { correspondentOf, isFirm } from '../../../judge/lists/correspondent.ts'
import { isFreeMail } from '../../../judge/lists/lists.ts'
import { reasonCodes } from '../../../judge/reasons/codes.ts'
import { Random } from '../../../training/random.ts'

const judgeRoom = join(import.meta.dirname, '../../../judge')

describe('the room', () => {
  const files = readdirSync(judgeRoom, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )

  test('uses nothing that only Node.js or only a browser has', () => {
    expect(files.length).toBeGreaterThan(15)
    for (const file of files) {
      const content = readFileSync(join(judgeRoom, file), 'utf8')
      expect(content, file).not.toMatch(
        /from 'node:|\bBuffer\b|\bprocess\.|\bwindow\b|\bdocument\b/,
      )
      expect(content, file).not.toMatch(/from '\.\.\/(?:\.\.\/)?(?:server|contract|src|training)\//)
    }
  })

  test('has a model of at most 300 kB', () => {
    const bytes = ['model', 'letters'].map(
      (it) => statSync(join(judgeRoom, `model/${it}.json`)).size,
    )
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(300_000)
  })

  test('takes hardly any other domain for a free provider', () => {
    const random = new Random(3)
    const wrong = Array.from(
      { length: 20_000 },
      () => `${random.next().toString(36).slice(2)}.example`,
    )
    expect(wrong.filter(isFreeMail).length).toBeLessThanOrEqual(20)
    expect(['gmail.com', 'outlook.com', 'yahoo.com', 'mail.com'].every(isFreeMail)).toBe(true)
  })
})

test.each([
  ['lena@news.supplier.example', 'supplier.example'],
  ['Lena@gmail.com', 'lena@gmail.com'],
  ['lena@mailinator.com', 'lena@mailinator.com'],
])(
  '%s is known as %s: a provider for anyone, for long or for minutes, is no firm',
  (address, known) => {
    expect(correspondentOf(address)).toBe(known)
    expect(isFirm(known)).toBe(!known.includes('@'))
    expect(isFirm('mailinator.com')).toBe(false)
  },
)

test('each reason has words in both languages', () => {
  const file = join(import.meta.dirname, '../../../judge/reasons/judge-reasons.words.yaml')
  const words = parseWords(file, readFileSync(file, 'utf8'))
  expect([...words.keys()].toSorted()).toEqual(reasonCodes.toSorted())
})

test('each reason against a mail has words for what a mail filter reports', () => {
  const file = join(import.meta.dirname, '../../../server/emails/sentences/judged.words.yaml')
  const words = parseWords(file, readFileSync(file, 'utf8'))
  const inFavour = [
    'known_correspondent',
    'authentication_passed',
    'sent_by_service',
    'resembles_honest',
    'links_of_sender',
    'nothing_to_open',
  ]
  const against = reasonCodes.filter((it) => !/^ordinary_/.test(it) && !inFavour.includes(it))
  const expected = [...against.map((it) => `judge_${it}`), 'judge_marks']
  expect([...words.keys()].toSorted()).toEqual(expected.toSorted())
})

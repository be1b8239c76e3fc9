import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { catalogueOf, speak } from '../../../build/locales/catalogue.ts'
import { isolateData } from '../../../build/locales/translated.ts'
import { hasRest } from '../../../src/lib/admin/admin-figures.ts'
import { formatShortMonth } from '../../../src/lib/core/format/days.ts'
import {
  drawnShares,
  emailParts,
  gaugeScore,
  isNothingScanned,
  lengthOf,
} from '../../../src/lib/core/format/figures.ts'
import { initialOf } from '../../../src/lib/core/format/initial.ts'
import { mailLink } from '../../../src/lib/core/format/mail-link.ts'
import { formatMoney } from '../../../src/lib/core/format/money.ts'
import {
  displayAge,
  displayDate,
  displayMoment,
  displayMonth,
  formatCount,
  formatPercent,
} from '../../../src/lib/core/i18n/format.ts'
import { $locale } from '../../../src/lib/core/i18n/i18n.ts'
import { segmentsOf } from '../../../src/lib/core/judged/marks.ts'
import { $messagesWords } from '../../../src/lib/emails/words/messages.words.yaml'
import { withoutIsolates } from '../../../src/lib/files/save-file.ts'
import { $riskReasonsWords } from '../../../src/lib/risk/words/risk-reasons.words.yaml'
import { $signInWords } from '../../../src/lib/sign-in/words/sign-in.words.yaml'
import { Random } from '../../../training/random.ts'

test.each([
  [null, false],
  ['</api/admin/users?cursor=a>; rel="next"', true],
  ['</api/admin/users>; rel="search"; found="3"; total="3"', false],
  [
    '</api/admin/users?cursor=a>; rel=next, </api/admin/users>; rel="search"; found="500"; total="500"',
    true,
  ],
  [
    '</api/admin/users?cursor=a>; rel="next", </api/admin/users>; rel="search"; found="501"; total="501"',
    false,
  ],
])('what is loaded after the first page of a list whose link is %s', (link, has) => {
  expect(hasRest(link)).toBe(has)
})

test.each([
  [97, '97.0%'],
  [97.04, '97.0%'],
  [99.96, '100.0%'],
  [0, '0.0%'],
])('a detection rate of %d is shown as %s', { tags: ['R226'] }, (rate, text) => {
  expect(formatPercent(rate)).toBe(text)
})

test('a detection rate halfway between two decimals is shown as one of them', {
  tags: ['R226'],
}, () => {
  expect(formatPercent(97.25)).toMatch(/^97\.[23]%$/)
})

test('thousands are grouped', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
})

test('a date is short, and an invalid date is shown unchanged', { tags: ['R006'] }, () => {
  expect(displayDate('2026-03-01T09:30:00').text).toBe('Mar 1, 2026')
  expect(displayDate('some day')).toEqual({ text: 'some day', machine: undefined })
})

test('a moment of today is a time alone; text that is no time stays, and has no month', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00') })
  onTestFinished(() => void vi.useRealTimers())
  expect(displayMoment('2026-03-01T09:30:00')).toMatch(/^9:30\sAM$/)
  expect(displayMoment('2026-02-28T09:30:00')).toMatch(/^Feb 28, 2026, 9:30\sAM$/)
  expect(displayMoment('some day')).toBe('some day')
  expect(displayMonth('some day')).toBe('')
  expect(formatShortMonth('2026-03-01')).toBe('Mar')
})

test.each([
  [['123456', '1'], 'short'],
  [['1', '1234567'], 'medium'],
  [['1234567890'], 'medium'],
  [['12345678901', '1'], 'long'],
])('the figures %j are %s', (values, length) => {
  expect(lengthOf(values)).toBe(length)
})

test.each([
  [-3, 0],
  [66.5, 67],
  [140, 100],
])('a gauge shows a score of %d as %d', { tags: ['R297'] }, (score, shown) => {
  expect(gaugeScore(score)).toBe(shown)
})

test.each([
  [0, 0, true],
  [-1, 0, true],
  [7, 0, false],
  [0, 1, false],
])('a score of %d after %d mails says nothing: %s', (score, scanned, isNothing) => {
  expect(isNothingScanned(score, scanned)).toBe(isNothing)
})

test('the parts of a bar follow each other, and the smallest stays visible within it', () => {
  const share = (...counts: number[]) =>
    drawnShares(counts.map((count) => ({ count }))).map(({ x, width }) => `${x} ${width}`)
  expect(share(1, 0, 3)).toEqual(['0% 25%', '25% 75%'])
  expect(share(1, 999, 1000)).toEqual(['0% 1.2%', '0.05% 49.95%', '50% 50%'])
  expect(share(999, 1)).toEqual(['0% 99.9%', '98.8% 1.2%'])
  expect(share(0)).toEqual([])
})

test('an address may be broken after its last @', () => {
  expect(emailParts('"a@b"@olive.example')).toEqual(['"a@b"@', 'olive.example'])
})

test('a mail link holds the draft, with the line breaks of mail', () => {
  expect(mailLink('a@olive.example', { subject: 'A & B', lines: ['one', 'two=2'] })).toBe(
    'mailto:a@olive.example?subject=A%20%26%20B&body=one%0D%0Atwo%3D2',
  )
})

test.each([
  [0, 'now'],
  [59_000, 'now'],
  [60_000, '1 min. ago'],
  [59 * 60_000, '59 min. ago'],
  [60 * 60_000, '1 hr. ago'],
  [-5000, 'now'],
])('an age of %d ms is shown as %s', (age, text) => {
  const then = new Date('2026-03-01T09:30:00Z')
  expect(displayAge(then, new Date(then.getTime() + age))).toBe(text)
})

test.each([
  [0, '0.00 JOD'],
  [0.1, '0.10 JOD'],
  [1.005, '1.01 JOD'],
  [1.004, '1.00 JOD'],
  [2.675, '2.68 JOD'],
  [1234.5, '1,234.50 JOD'],
  [-1234.5, '-1,234.50 JOD'],
  [-1.005, '-1.01 JOD'],
  [-0.001, '0.00 JOD'],
  [0.0000001, '0.00 JOD'],
  [1_234_567_890.129, '1,234,567,890.13 JOD'],
  [1e21, '1,000,000,000,000,000,000,000.00 JOD'],
])('the amount %d is shown as %s', { tags: ['R004'] }, (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})

afterEach(() => $locale.set('en'))

test.each([
  [['Rania Haddad', 'rania'], 'R'],
  [['  ', 'omar'], 'O'],
  [['e\u0301mile', 'emile'], 'E\u0301'],
  [['👩🏽‍⚕️ Nour', 'nour'], '👩🏽‍⚕️'],
  [['هبة'], 'ه'],
  [['', ''], '?'],
])('a user named %j gets the initial %s', { tags: ['R098'] }, (names, initial) => {
  expect(initialOf(...names)).toBe(initial)
})

test.each([
  ['en', 'I'],
  ['tr', 'İ'],
])('in %s the initial of işıl is %s', (locale, initial) => {
  $locale.set(locale)
  expect(initialOf('işıl')).toBe(initial)
})

describe('in Arabic', () => {
  beforeEach(() => speak('ar'))
  afterEach(() => $locale.set('en'))

  test.each([
    [0, 'لا رسائل'],
    [1, 'رسالة واحدة'],
    [2, 'رسالتان'],
    [3, '3 رسائل'],
    [11, '11 رسالة'],
    [100, '100 رسالة'],
    [1_203, '1,203 رسائل'],
  ])('%d messages take the form of their number', (count, text) => {
    expect($messagesWords.get().found(count)).toBe(text)
  })

  test('days take the case of what they stand in', () => {
    const { days, forecast } = $riskReasonsWords.get()
    expect(forecast({ band: 'خطورة منخفضة', time: days(2) })).toContain('بعد يومين.')
    expect(days(15)).toBe('15 يومًا')
  })

  test('amounts and the name of the product are Arabic, digits Western', () => {
    expect(formatMoney(1234.5)).toBe('1,234.50 د.أ')
    expect($signInWords.get().title).toBe('تسجيل الدخول إلى أمان')
  })
})

test('data in an Arabic sentence is isolated on the page, and plain in what leaves it', () => {
  speak('ar')
  const { neverSeen } = $messagesWords.get()
  $locale.set('en')
  expect(neverSeen({ sender: '365-firm.example' })).toContain('\u2068365-firm.example\u2069')
  expect(withoutIsolates(neverSeen({ sender: '365-firm.example' }))).toMatch(
    /من 365-firm\.example$/,
  )
})

test('a new placeholder is isolated without another word about it', () => {
  expect(isolateData('يوجد {anything_new} هنا')).toBe('يوجد \u2068{anything_new}\u2069 هنا')
  expect(isolateData('أما www.{domain} فهو')).toBe('أما \u2068www.{domain}\u2069 فهو')
  expect(isolateData({ one: '{vendor}', other: '{count} من {vendor}' })).toEqual({
    one: '\u2068{vendor}\u2069',
    other: '{count} من \u2068{vendor}\u2069',
  })
})

test('no Arabic text has a day in digits, whose parts would be turned around', () => {
  expect(catalogueOf('ar', 'all')).not.toMatch(/\d+-\d+/)
})

/** Marks in brackets with their number, links in braces with where they lead. */
function written(...input: Parameters<typeof segmentsOf>): string {
  const { segments, otherLinks } = segmentsOf(...input)
  const text = segments.map(({ text, marks, endsOfMarks, isLink, target }) => {
    const inLink = isLink === true ? `{${text}}` : text
    const inMark = marks.length === 0 ? inLink : `[${inLink}]`
    return `${inMark}${endsOfMarks.join('')}${target === undefined ? '' : `>${target}`}`
  })
  return [text.join(''), ...otherLinks.map(({ target }) => target)].join(' | ')
}

const bank = { target: 'https://evil.example/', text: 'your bank' }

test('a link says where it leads, after its text', () => {
  expect(written('Open your bank now', [bank], [])).toBe(
    'Open {your bank}>https://evil.example/ now',
  )
})

test('a link whose text is its address says it once', () => {
  const plain = { target: 'https://a.example', text: 'https://a.example' }
  expect(written('See https://a.example', [plain], [])).toBe('See {https://a.example}')
})

test('links with the same text are told apart by their order', () => {
  const links = ['https://a.example/', 'https://b.example/'].map((target) => ({
    target,
    text: 'here',
  }))
  expect(written('here or here', links, [])).toBe(
    '{here}>https://a.example/ or {here}>https://b.example/',
  )
})

test('a link without text, and one that is not shown, are listed apart', () => {
  const links = [{ target: 'https://a.example/', text: '' }, bank]
  expect(written('Hello', links, [])).toBe('Hello | https://a.example/ | https://evil.example/')
})

test('a mark that reaches over a part of a link is cut with it, and numbered once', () => {
  const marked = [{ number: 1, text: 'Open your' }]
  expect(written('Open your bank', [bank], marked)).toBe(
    '[Open ][{your}]1{ bank}>https://evil.example/',
  )
})

test('of links with the same text the one is marked that opens what the reason names', () => {
  const links = ['https://a.example/', 'https://b.example/'].map((target) => ({
    target,
    text: 'here',
  }))
  const marked = [{ number: 1, text: 'here', isLink: true, host: 'b.example' }]
  expect(written('here or here', links, marked)).toBe(
    '{here}>https://a.example/ or [{here}]1>https://b.example/',
  )
})

test('each mark on a piece of the text is numbered, whatever others lie on it', () => {
  const words = 'please confirm your new password today\nor your account  is closed'.split(
    /(?<=\s)(?=\S)/,
  )
  const text = words.join('')
  const random = new Random(7)
  const below = (most: number) => Math.floor(random.next() * most)
  for (let round = 0; round < 300; round += 1) {
    const marked = [1, 2, 3, 4].map((number) => {
      const start = below(words.length)
      const end = start + 1 + below(words.length - start)
      const piece = words.slice(start, end).join('').replace(/\s+/g, ' ').trim()
      return { number, text: piece }
    })
    const { segments } = segmentsOf(text, [], marked)
    expect(segments.map((it) => it.text).join('')).toBe(text)
    expect(segments.flatMap((it) => it.endsOfMarks).toSorted()).toEqual([1, 2, 3, 4])
    for (const { number, text: piece } of marked) {
      const shown = segments.filter(({ marks }) => marks.includes(number)).map((it) => it.text)
      expect(shown.join('').replace(/\s+/g, ' ').trim()).toBe(piece)
    }
  }
})

import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { employeeDashboardEndpoint } from '../../../contract/emails/employee-dashboard.ts'
import { listMessagesEndpoint } from '../../../contract/emails/list-messages.ts'
import type { Scan } from '../../../contract/emails/report-scans.ts'
import { showOneMessageEndpoint } from '../../../contract/emails/show-one-message.ts'
import { maliciousSamples, safeSamples, suspiciousSamples } from '../../../server/demo/history.ts'
import { scanMail } from '../../../server/emails/checks/scanner.ts'
import {
  isFinding,
  keptSentences,
  wordsOfCode,
} from '../../../server/emails/sentences/kept-sentences.ts'
import {
  keepReasons,
  readReason,
  sentenceIn,
  showReasons,
} from '../../../server/emails/sentences/sentence.ts'
import { judge } from '../../../server/emails/verdict.ts'
import { kindOfAttack } from '../../../server/team/attack-kinds.ts'
import { harmless, startRspamdStandIn } from '../../support/mail/rspamd.ts'
import { createTestServer } from '../../support/server/server.ts'
import { signInUser } from '../../support/worlds/factories.ts'
import { findings } from '../../support/worlds/in-english.ts'
import { reportScans } from '../../support/worlds/mail-factories.ts'

const arabic = /^[\p{Script=Arabic}\p{M}\s،؛:()«»]+$/u
/** Names without Arabic forms. */
const names = /\b(?:PDF|Tor|HTML)\b/g

/** Whether a sentence is in Arabic to its last word. */
const isArabic = (sentence: string) => arabic.test(sentence.replaceAll(names, ''))

test('every finding of the mail filter has Arabic words of its own', () => {
  const codes = Object.keys(findings).filter(isFinding)
  const translated = codes.map((code) => sentenceIn('ar', { code }))
  expect(translated.filter((sentence) => !isArabic(sentence))).toEqual([])
  expect(new Set(translated).size).toBe(translated.length)
  for (const code of codes) expect(sentenceIn('en', { code })).toBe(findings[code])
})

test('every sentence of the demo is in Arabic', () => {
  const samples = [...safeSamples, ...suspiciousSamples, ...maliciousSamples]
  const sentences = samples
    .flatMap(({ detection_reason, indicators }) => [detection_reason, ...indicators])
    .filter((sentence) => sentence !== '')
  expect(sentences.length).toBeGreaterThan(30)
  expect(sentences.filter((sentence) => !isArabic(sentenceIn('ar', sentence)))).toEqual([])
})

const scan: Scan = {
  recipient: 'rania@firm.example',
  sender: 'news@supplier.example',
  subject: 'Prices',
  threat_level: 'malicious',
  detection_reason: 'An attachment contains a known virus',
  indicators: [],
}

/** Every reason that a flag gives a verdict. */
const ofFlags = (['green', 'red'] as const).flatMap((flag_type) =>
  (['suspicious', 'malicious'] as const).flatMap((threat_level) =>
    ([undefined, 'delivered'] as const).flatMap((disposition) =>
      ([undefined, 'pass', 'fail'] as const).map((dmarc) => {
        const judged = {
          ...scan,
          threat_level,
          ...(disposition && { disposition }),
          ...(dmarc && { authentication: { dmarc } }),
        }
        return judge(judged, { id: '1', flag_type }).reason
      }),
    ),
  ),
)

test.each([...new Set(ofFlags.map((reason) => JSON.stringify(keepReasons(reason, []))))])(
  'a verdict after a flag is said in Arabic: %s',
  (kept) => {
    expect(isArabic(showReasons(JSON.parse(kept), 'ar').detection_reason)).toBe(true)
  },
)

test('the reason of a gateway after that of a flag stays as it is, and so does its kind', () => {
  const judged = { ...scan, detection_reason: 'Unsual: link' }
  const { reason } = judge(judged, { id: '1', flag_type: 'green' })
  expect(sentenceIn('ar', reason)).toMatch(/^هذا المرسِل موثوق لديك، لكن .*: Unsual: link$/)
  const known = judge(scan, { id: '1', flag_type: 'green' }).reason
  expect(sentenceIn('en', known)).toContain(`: ${findings.known_virus}`)
  expect(kindOfAttack(keepReasons(known, []))).toBe('malware')
})

test('the sentences of rows without codes are frozen, and each code has words in every language', () => {
  const lines = [...keptSentences].map(([sentence, code]) => `${code}: ${sentence}\n`)
  // A changed sentence stays among the former ones, or rows that are kept lose their translation.
  expect(createHash('sha256').update(lines.sort().join('')).digest('hex')).toBe(
    'a30b09369663cbe219210fbeeb685575057c12b1f0b7dd72dc0d924128cf16f0',
  )
  for (const code of keptSentences.values()) {
    expect(wordsOfCode('en', code)).toBeTruthy()
    expect(isArabic(wordsOfCode('ar', code) ?? '')).toBe(true)
  }
})

test('a reason is kept by its codes, and what a gateway wrote as it is', () => {
  const reason = { code: 'trustedButDangerous', reason: { code: 'known_virus' } } as const
  const kept = keepReasons(reason, [{ code: 'new_domain' }, 'Looks odd'])
  expect(kept).toEqual({
    reason: JSON.stringify(reason),
    detection_reason: '',
    indicators: '[{"code":"new_domain"},"Looks odd"]',
  })
  expect(readReason(kept)).toEqual(reason)
  expect(keepReasons('Looks odd', [])).toEqual({
    reason: null,
    detection_reason: 'Looks odd',
    indicators: '[]',
  })
})

test('a row from before there were codes is read by its sentence, with what follows a colon', () => {
  const former = (detection_reason: string) => readReason({ reason: null, detection_reason })
  expect(former('An attachment contains a known virus')).toEqual({ code: 'known_virus' })
  const dangerous = 'You trust this sender, but the mail itself looks dangerous'
  expect(former(`${dangerous}: An attachment contains a known virus`)).toEqual({
    code: 'trustedButDangerous',
    reason: { code: 'known_virus' },
  })
  expect(former(`${dangerous}: Unusual link`)).toEqual({
    code: 'trustedButDangerous',
    reason: 'Unusual link',
  })
  expect(former('Unusual link')).toBe('Unusual link')
})

test('a code of a newer version is shown by its name', () => {
  const kept = { reason: '{"code":"of_tomorrow"}', detection_reason: '' }
  expect(sentenceIn('ar', readReason(kept))).toBe('of_tomorrow')
})

test.each(['', 'constructor', 'known_virus', 'An attachment contains a known virus.'])(
  'what Aman did not write stays as it is: %o',
  (sentence) => {
    expect(sentenceIn('ar', sentence)).toBe(sentence)
  },
)

test('calls that tell reasons translate those of stored mail, and leave those of gateways', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  await reportScans(server, user, [
    {
      threat_level: 'suspicious',
      detection_reason: 'A link shows one address and opens another',
      indicators: ['A link opens a domain that is only days old', 'Looks odd to Gateway 7'],
    },
    { threat_level: 'suspicious' },
  ])
  const reasonsIn = async (query: string) => {
    const dashboard = await server.get(`/api/dashboard/employee${query}`, { token })
    const threats = dashboard.output(employeeDashboardEndpoint).recent_phishing_emails
    const list = await server.get(`/api/messages${query}`, { token })
    const messages = list.output(listMessagesEndpoint)
    const wanted = messages.find(({ detection_reason: reason }) => reason !== 'A reason')
    const one = await server.get(`/api/messages/${wanted?.id}${query}`, { token })
    const all = [threats, messages, [one.output(showOneMessageEndpoint).message]]
    const told = all.map((mails) =>
      mails
        .filter(({ detection_reason }) => detection_reason !== 'A reason')
        .map(({ detection_reason, scan_details }) => [
          detection_reason,
          ...scan_details.content_analysis.indicators,
        ]),
    )
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    return told[0]
  }
  const english = [[findings.other_link_target, findings.new_domain, 'Looks odd to Gateway 7']]
  expect(await reasonsIn('')).toEqual(english)
  for (const locale of ['en', 'fr', 'constructor', '', 'ar-XB', 'x'.repeat(500)]) {
    expect(await reasonsIn(`?locale=${locale}`)).toEqual(english)
  }
  expect(await reasonsIn('?locale=ar')).toEqual([
    [
      'يعرض أحد الروابط عنوانًا ويفتح عنوانًا آخر',
      'يفتح أحد الروابط نطاقًا عمره أيام فقط',
      'Looks odd to Gateway 7',
    ],
  ])
})

test('the next page keeps the language, and a cursor works in every language', async () => {
  await using server = await createTestServer()
  const { user, token } = await signInUser(server)
  await reportScans(server, user, [{ subject: 'One' }, { subject: 'Two' }])
  const first = await server.get('/api/messages?limit=1&locale=ar', { token })
  const path = /<([^>]*)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  expect(path).toContain('locale=ar')
  for (const next of [path, path.replace('locale=ar', 'locale=en')]) {
    const answer = await server.get(next, { token })
    expect(answer.output(listMessagesEndpoint)).toHaveLength(1)
  }
})

test('a call without sentences takes no language, and one with them takes no other field', async () => {
  await using server = await createTestServer()
  const { token } = await signInUser(server)
  expect((await server.get('/api/risk?locale=ar', { token })).status).toBe(422)
  expect((await server.get('/api/dashboard/employee?locale=ar&q=x', { token })).status).toBe(422)
})

const rspamd = await startRspamdStandIn()
afterAll(() => rspamd[Symbol.asyncDispose]())
const mail = new TextEncoder().encode('From: a@b.example\r\n\r\nx')
const log = () => undefined

test.each([
  ['says nothing', () => undefined],
  ['begins an answer and stops', (response) => response.write('{"action":')],
] satisfies [string, (response: import('node:http').ServerResponse) => unknown][])(
  'an rspamd that %s is given up after a time',
  async (_, answer) => {
    rspamd.answer = (response) => void answer(response)
    const settings = { symbols_disabled: [] }
    await expect(scanMail({ url: rspamd.url, log }, mail, settings, 300)).rejects.toMatchObject({
      error: { code: 'filter_unavailable' },
    })
  },
)

test('settings with any character reach rspamd as they are', async () => {
  rspamd.answer = harmless
  const names = ['EXPORT_METADATA_"\\\r\nRcpt: x', 'EXPORT_METADATA_é😀']
  await scanMail({ url: rspamd.url, log }, mail, { symbols_disabled: names })
  expect(rspamd.scans.at(-1)?.disabled).toEqual(names)
  expect(rspamd.scans.at(-1)?.headers).not.toHaveProperty('rcpt')
})

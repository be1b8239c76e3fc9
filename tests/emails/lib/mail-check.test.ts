import { afterEach, expect, test } from 'vitest'
import { limits } from '../../../contract/core/limits.ts'
import { forgetSession } from '../../../src/lib/core/storage/forget.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'
import {
  $mailCheck,
  checkFiles,
  checkText,
  findingsOf,
  type MailVerdict,
  reportCheck,
  startOver,
  withIsolates,
} from '../../../src/lib/emails/mail-check.ts'
import { formOf, saidNotices } from '../../support/browser/screen-state.ts'
import { outlookFile } from '../../support/mail/outlook-file.ts'
import { breakConnection, refusal, withStubbedServer } from '../../support/server/stubbed-server.ts'

const server = withStubbedServer()
const checks = 'POST /api/mail-checks'
const reports = 'POST /api/mail-reports'

const verdict: MailVerdict = {
  id: 7,
  threat_level: 'malicious',
  detection_reason: 'The link leads elsewhere',
  indicators: ['Lookalike domain', 'The link leads elsewhere'],
  supporting: [],
  places: [],
  advice: 'open',
  unchecked: ['spf'],
}

afterEach(forgetSession)

const eml = (name = 'mail.eml', type = '') =>
  new File(['From: a@b.example\r\n\r\nHi'], name, { type })

/** Notes the status each time that it changes. */
function statuses(): { shown: string[]; stop: () => void } {
  const shown: string[] = []
  const stop = $mailCheck.listen(({ status }) => void shown.push(status))
  return { shown, stop }
}

test('a mail is read, sent as it is, and its verdict is shown', async () => {
  server.answer({ [checks]: verdict })
  const { shown, stop } = statuses()
  await checkFiles([eml()])
  stop()
  expect(shown).toEqual(['checking', 'checked'])
  expect($mailCheck.get()).toMatchObject({
    ...{ status: 'checked', kind: 'mail', verdict, mail: { from: { address: 'a@b.example' } } },
  })
  const [sent] = server.calls
  expect(sent?.headers.get('content-type')).toBe('message/rfc822')
  expect(Buffer.from(sent?.input instanceof Uint8Array ? sent.input : []).toString()).toBe(
    'From: a@b.example\r\n\r\nHi',
  )
  expect(saidNotices()).toEqual([])
})

test.each([
  ['mail.eml', ''],
  ['MAIL.EML', ''],
  ['mail', 'message/rfc822'],
])('the file %j of type %j is a mail', async (name, type) => {
  server.answer({ [checks]: verdict })
  await checkFiles([eml(name, type)])
  expect($mailCheck.get().status).toBe('checked')
})

test.each([
  ['mail.msg', ''],
  ['MAIL.MSG', ''],
  ['mail', 'application/vnd.ms-outlook'],
])(
  'the file %j of type %j is sent as a mail that was made from one of Outlook',
  async (name, type) => {
    server.answer({ [checks]: verdict })
    const content = outlookFile({ headers: 'From: Bank <a@bank.example>\r\n\r\n', body: 'Pay now' })
    await checkFiles([new File([content], name, { type })])
    expect($mailCheck.get()).toMatchObject({ status: 'checked', kind: 'converted' })
    const [sent] = server.calls
    expect(sent?.headers.get('content-type')).toBe('message/rfc822; converted=yes')
    expect(Buffer.from(sent?.input instanceof Uint8Array ? sent.input : []).toString()).toContain(
      'From: Bank <a@bank.example>\r\n',
    )
  },
)

function fileOfSize(size: number): File {
  return Object.defineProperty(eml(), 'size', { value: size })
}

const broken = Object.assign(eml(), { arrayBuffer: () => Promise.reject(new Error('gone')) })

test.each([
  ['two files', [eml(), eml()], /^Check one file at a time/],
  ['a picture', [eml('mail.png', 'image/png')], /^This file is not an email/],
  [
    'a file whose name only contains the ending',
    [eml('mail.eml.zip')],
    /^This file is not an email/,
  ],
  ['a file of Outlook in an archive', [eml('mail.msg.zip')], /^This file is not an email/],
  ['an empty file', [fileOfSize(0)], /^This file is empty/],
  ['a file over the limit', [fileOfSize(limits.checkedMailBytes + 1)], /^This file is larger than/],
  ['a file that is gone', [broken], /^This file could not be read/],
  ['a file that Outlook did not write', [eml('mail.msg')], /^This Outlook file could not be read/],
])('%s is not sent, and the dialog says why', async (_, files, words) => {
  await checkFiles(files)
  expect(server.names()).toEqual([])
  expect($mailCheck.get()).toEqual({ status: 'idle' })
  expect($notices.get()).toMatchObject([{ kind: 'problem', text: expect.stringMatching(words) }])
})

test('a file as large as allowed is sent', async () => {
  server.answer({ [checks]: verdict })
  await checkFiles([fileOfSize(limits.checkedMailBytes)])
  expect($mailCheck.get().status).toBe('checked')
})

test('without a file nothing happens', async () => {
  await checkFiles([])
  expect($mailCheck.get()).toEqual({ status: 'idle' })
  expect(saidNotices()).toEqual([])
})

test.each([
  ['the words of the server', refusal('Try again later', { status: 429 }), 'Try again later'],
  ['words of its own', breakConnection, 'The email could not be checked'],
])('a check that fails says why with %s, and begins again', async (_, answer, text) => {
  server.answer({ [checks]: answer })
  await checkFiles([eml()])
  expect($mailCheck.get()).toEqual({ status: 'idle' })
  expect(saidNotices()).toEqual([`problem: ${text}`])
  server.answer({ [checks]: verdict })
  await checkFiles([eml()])
  expect(saidNotices()).toEqual([])
})

test.each([
  ['a verdict', () => verdict],
  ['a failure', breakConnection],
])('%s about a mail that was given up changes nothing', async (_, answer) => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  server.answer({
    [checks]: async () => {
      asked.resolve()
      await answered.promise
      return answer()
    },
  })
  const first = checkFiles([eml('first.eml')])
  await asked.promise
  startOver()
  expect($mailCheck.get()).toEqual({ status: 'idle' })
  server.answer({ [checks]: { ...verdict, id: 8 } })
  await checkFiles([eml('second.eml')])
  answered.resolve()
  await first
  expect($mailCheck.get()).toMatchObject({ status: 'checked', verdict: { id: 8 } })
  expect(saidNotices()).toEqual([])
})

test('a file that is given up while it is read is not sent', async () => {
  const reading = checkFiles([eml()])
  startOver()
  await reading
  expect(server.names()).toEqual([])
  expect($mailCheck.get()).toEqual({ status: 'idle' })
})

test('a pasted original is sent as the mail that it is, and the lines of a forwarded one as text', async () => {
  server.answer({ [checks]: verdict })
  const original = 'Received: by a.example\nFrom: Lina <lina@b.example>\n\nHello'
  await checkText(formOf({ text: `\n${original}` }))
  expect($mailCheck.get()).toMatchObject({
    ...{ kind: 'mail', mail: { from: { name: 'Lina', address: 'lina@b.example' } } },
  })
  await checkText(formOf({ text: 'From: Lina <lina@b.example>\nSent: Monday\n\nHello' }))
  expect($mailCheck.get()).toMatchObject({ kind: 'pasted', mail: { from: { address: '' } } })
  expect(server.calls.map(({ headers }) => headers.get('content-type'))).toEqual([
    'message/rfc822',
    'message/rfc822; pasted=yes',
  ])
})

test('a pasted text is sent as it is typed, and read to be shown', async () => {
  server.answer({ [checks]: verdict })
  expect(await checkText(formOf({ text: ' مرحبا https://a.example ' }))).toEqual({
    status: 'done',
  })
  const [sent] = server.calls
  expect(sent?.headers.get('content-type')).toBe('message/rfc822; pasted=yes')
  expect(Buffer.from(sent?.input instanceof Uint8Array ? sent.input : []).toString()).toBe(
    'مرحبا https://a.example',
  )
  expect($mailCheck.get()).toMatchObject({
    ...{ status: 'checked', kind: 'pasted', verdict, mail: { text: 'مرحبا https://a.example' } },
  })
})

test.each([
  ['nothing', ' \n ', 'missing', /^Paste a text or a link first/],
  ['too much', '\u{1f600}'.repeat(limits.checkedText + 1), 'too_long', /longer than 20,000/],
])('a text with %s is not sent, and its field is marked', async (_, text, code, words) => {
  expect(await checkText(formOf({ text }))).toMatchObject({
    status: 'invalid',
    fields: [{ field: 'text', code }],
  })
  expect(server.names()).toEqual([])
  expect($notices.get()).toMatchObject([{ kind: 'problem', text: expect.stringMatching(words) }])
})

test('a text as long as allowed is sent, and a failure leaves the form as it is', async () => {
  server.answer({ [checks]: breakConnection })
  const text = '\u{1f600}'.repeat(limits.checkedText)
  expect(await checkText(formOf({ text }))).toEqual({ status: 'failed', focus: 'text' })
  expect(server.names()).toHaveLength(1)
  expect($mailCheck.get()).toEqual({ status: 'idle' })
  expect(saidNotices()).toEqual(['problem: The email could not be checked'])
})

test('a verdict on a text that was given up is not shown', async () => {
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<object>()
  server.answer({
    [checks]: () => {
      asked.resolve()
      return answered.promise
    },
  })
  const given = checkText(formOf({ text: 'Hello' }))
  await asked.promise
  startOver()
  answered.resolve(verdict)
  await given
  expect($mailCheck.get()).toEqual({ status: 'idle' })
})

async function check() {
  server.answer({ [checks]: verdict })
  await checkFiles([eml()])
}

test('a report about the checked mail has its id, the opinion and the note', async () => {
  await check()
  server.answer({ [reports]: { success: true } })
  expect(await reportCheck(formOf({ note: ' Our supplier ' }), 'honest')).toEqual({
    status: 'done',
  })
  expect(server.inputs(reports)).toEqual([
    { kind: 'check', id: '7', opinion: 'honest', note: 'Our supplier' },
  ])
  expect($mailCheck.get()).toMatchObject({ status: 'checked', verdict, opinion: 'honest' })
  expect(saidNotices()).toEqual(['success: Your report was sent to your team lead and support.'])
})

test('a report that fails says why, marks the note, and is not remembered', async () => {
  await check()
  const field = { field: 'note', code: 'too_long', params: { max: 1000 } }
  server.answer({ [reports]: refusal('The note is long', { fields: [field] }) })
  expect(await reportCheck(formOf({ note: 'x' }), 'dangerous')).toEqual({
    status: 'invalid',
    fields: [field],
  })
  expect($mailCheck.get()).not.toHaveProperty('opinion')
  expect(saidNotices()).toEqual(['problem: The note is long'])
  let atCall: string[] = ['not called']
  server.answer({
    [reports]: () => {
      atCall = saidNotices()
      return breakConnection()
    },
  })
  expect(await reportCheck(formOf({}), 'dangerous')).toEqual({ status: 'failed' })
  expect(atCall).toEqual([])
  expect(saidNotices()).toEqual(['problem: The report could not be sent'])
})

test('without a checked mail there is nothing to report', async () => {
  expect(await reportCheck(formOf({}), 'honest')).toEqual({ status: 'failed' })
  expect(server.names()).toEqual([])
})

test('a report that is answered after the mail was given up marks no other mail', async () => {
  await check()
  const answered = Promise.withResolvers<object>()
  server.answer({ [reports]: () => answered.promise })
  const report = reportCheck(formOf({}), 'honest')
  await check()
  answered.resolve({ success: true })
  await report
  expect($mailCheck.get()).not.toHaveProperty('opinion')
})

const place = { part: 'link', text: 'https://a.example', host: 'a.example' } as const

test('each finding is named once, and numbered where its place is in the mail', async () => {
  const found = {
    ...verdict,
    indicators: ['Lookalike domain', 'The link leads elsewhere', ' '],
    supporting: ['You know the sender'],
    places: [
      { ...place, sentence: 'Lookalike domain', text: 'https://not-there.example' },
      { ...place, sentence: 'The link leads elsewhere' },
      { ...place, sentence: 'You know the sender', part: 'text' as const, text: 'Pay' },
    ],
  }
  server.answer({ [checks]: found })
  await checkText(formOf({ text: 'Pay at https://a.example' }))
  const check = $mailCheck.get()
  const { against, supporting } = findingsOf(found, 'mail' in check ? check.mail : undefined)
  const said = [...against, ...supporting].map(({ text, mark }) => [text, mark?.number])
  expect(said).toEqual([
    ['The link leads elsewhere', 1],
    ['Lookalike domain', undefined],
    ['You know the sender', 2],
  ])
  // Without the code that reads the mail, the sentences stand alone.
  expect(findingsOf(found, undefined).against.map(({ mark }) => mark)).toEqual([
    undefined,
    undefined,
  ])
})

test('the end of the session shows no mail any more', async () => {
  await check()
  forgetSession()
  expect($mailCheck.get()).toEqual({ status: 'idle' })
})

test('Arabic sentences isolate what they quote and their domains, and others stay as they are', () => {
  expect(withIsolates('تستعجلك: «Pay at a.example now.»')).toBe(
    'تستعجلك: «\u2068Pay at a.example now.\u2069»',
  )
  expect(withIsolates('يفتح 365-firm.example، لا a@b.example')).toBe(
    'يفتح \u2068365-firm.example\u2069، لا \u2068a@b.example\u2069',
  )
  const english = 'It presses for time: “Pay at a.example now.”'
  expect(withIsolates(english)).toBe(english)
})

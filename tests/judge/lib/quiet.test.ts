import { expect, test } from 'vitest'
import { judgeMail } from '../../../judge/judge.ts'
import { archive } from '../../support/judge/archive.ts'
import { clinic, makeMail, wordless } from '../../support/judge/mails.ts'

/*
 * Words of letters count where a mail has nothing to open. So two models of letters, one for which all are
 * frauds and one for which all are honest, tell whether a mail counts as a letter.
 */

const adviser = 'Nadim Sayegh <nadim@sayegh-advisers.example>'
const html = { type: 'text/html; charset=utf-8' }

async function isLetter(parts: Parameters<typeof makeMail>[0]): Promise<boolean> {
  const [fraud = 0, honest = 0] = await Promise.all(
    [2.5, -2].map(async (bias) => {
      const model = wordless(0.3)
      const letters = () => bias
      const mail = makeMail({ from: adviser, ...parts })
      return (await judgeMail(mail, clinic, { model: { ...model, letters } })).score
    }),
  )
  return fraud > honest
}

const say = (more: string) => ({ body: `Good morning Rania, here is what we spoke about. ${more}` })
const page = (more: string) => ({ ...html, body: `<p>Good morning Rania</p>${more}` })

function withFile(name: string, type: string, content: string) {
  const body = [
    '--parts',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Good morning Rania, please find it attached.',
    '--parts',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content, 'latin1').toString('base64'),
    '--parts--',
  ]
  return { type: 'multipart/mixed; boundary=parts', body: body.join('\n') }
}

test.each([
  ['no link', say('')],
  ['the address of the sender', say('https://sayegh-advisers.example')],
  ["the sender's front page", say('https://sayegh-advisers.example/')],
  ['a front page by its file', say('https://www.sayegh-advisers.example/index.html')],
  ["a language of the sender's site", say('https://sayegh-advisers.example/ar/')],
  ['a front page in capitals', page('<a href="HTTPS://SAYEGH-ADVISERS.EXAMPLE/EN">us</a>')],
  ['a page of the organization', say('https://intranet.clinic.example/rooms/4')],
  ['a page of a correspondent', say('https://supplier.example/orders/12')],
  ['an address to write to', page('<a href="mailto:nadim@sayegh-advisers.example">me</a>')],
  ['a document', withFile('minutes.pdf', 'application/pdf', '%PDF-1.7')],
  ['an archive', withFile('list.zip', 'application/zip', archive(0))],
])('a mail with %s is judged by the words of letters', async (_, parts) => {
  expect(await isLetter(parts)).toBe(true)
})

test.each([
  ["another page of the sender's", say('https://sayegh-advisers.example/pay/12')],
  [
    'a page whose name begins like a front page',
    say('https://sayegh-advisers.example/index.php/pay'),
  ],
  ['a page that ends like a front page', say('https://sayegh-advisers.example/pay/en')],
  ['a front page with a query', say('https://sayegh-advisers.example/?pay=12')],
  ['the front page of another site', say('https://forms.example')],
  ['a page in the link itself', page('<a href="data:text/html,hello">see</a>')],
  ['a script in the link', page('<a href="JavaScript:go()">see</a>')],
  ['a script of an old browser', page('<a href="vbscript:go()">see</a>')],
  ['a page out of memory', page('<a href="blob:https://a.example/1">see</a>')],
  ['a form', page('<form action="https://sayegh-advisers.example"><input name="a"></form>')],
  ['an attached page', withFile('invoice.html', 'text/html', '<p>Hello</p>')],
  ['an attached program', withFile('invoice.exe', 'application/octet-stream', 'MZ')],
  ['a locked archive', withFile('list.zip', 'application/zip', archive(1))],
  ['the name of a brand', { ...say(''), from: 'PayPal <nadim@sayegh-advisers.example>' }],
  [
    'pictures alone',
    page('<img src="https://sayegh-advisers.example/a.png" width="600" height="800">'),
  ],
  ['a promise of coins', say('You have received 2 bitcoins.')],
  ['a promise of an inheritance', say('You are named as the next of kin.')],
  ['a promise of millions', say('The sum is 4.5 million US dollars.')],
  ['a promise in Arabic', say('لك نصيب في ميراث كبير')],
])('a mail with %s is not judged by the words of letters', async (_, parts) => {
  expect(await isLetter(parts)).toBe(false)
})

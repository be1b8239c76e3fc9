import { expect, test } from 'vitest'
import { linkFeatures } from '../../../judge/features/links.ts'
import { type Case, differences } from '../../support/judge/features.ts'
import type { MailParts } from '../../support/judge/mails.ts'

const page = (...links: string[]) => ({
  type: 'text/html; charset=utf-8',
  body: `<p>Good morning Rania, here are the minutes of our meeting on Tuesday, as promised.</p>${links.join(' ')}`,
})
const a = (href: string, text = 'the minutes') => `<a href="${href}">${text}</a>`
const counts = ['links', 'noLinks', 'oneLink', 'linkSites', 'longestLink']
const usual = [...counts, 'linksToSender', 'noLinkToSender']
/** The targets of links on a page, or another mail. */
type Links = readonly string[] | MailParts
const cases: readonly Case<Links>[] = [
  [
    'two links to a subdomain of the sender',
    ['https://www.supplier.example/1', 'https://files.supplier.example/2'],
    { links: 2, noLinks: 0, oneLink: 1, linkSites: 1, linksToSender: 1, longestLink: 32 },
  ],
  [
    'three links to one site',
    ['https://other.example/1', 'https://other.example/2', 'https://other.example/3'],
    { links: 3, noLinks: 0, linkSites: 1, noLinkToSender: 1, longestLink: 23 },
  ],
  [
    'links to three sites',
    ['https://one.example/1', 'https://two.example/2', 'https://supplier.example/3'],
    { links: 3, noLinks: 0, linkSites: 3, linksToSender: 0.333, longestLink: 26 },
  ],
  [
    'more links than are counted',
    page(...Array.from({ length: 70 }, (_, i) => a(`https://site-${i % 25}x.example/1`))),
    { links: 60, noLinks: 0, linkSites: 20, noLinkToSender: 1, longestLink: 26 },
  ],
  [
    'a text that names another site',
    page(
      a('https://evil.example/x', 'www.bank.example'),
      a('https://evil.example/x', 'https://bank.example/login'),
    ),
    { disguisedLinks: 2 },
  ],
  [
    'a text that names another site among marks that are not seen, or belong to no address',
    page(
      a('https://evil.example/x', '\u200ewww.bank.example\u200f'),
      a('https://evil.example/x', 'www.ba\u00adnk\u200b.example'),
      a('https://evil.example/x', 'www．bank．example'),
      a('https://evil.example/x', '«https://bank.example/login»'),
      a('https://evil.example/x', '→ bank.com'),
    ),
    { disguisedLinks: 5 },
  ],
  [
    'a number as host',
    [
      'http://203.0.113.9/login',
      'http://[2001:db8::1]/x',
      'http://3405803785/x',
      'http://0xcb007109/x',
    ],
    { numberLinks: 3, plainHttpLinks: 1, portLinks: 1 },
  ],
  [
    'a host that begins like a number',
    ['http://203.0.113.example/login', 'http://12345.example/'],
    { plainHttpLinks: 1 },
  ],
  [
    'shortened links',
    ['https://bit.ly/3abc', 'https://tinyurl.com/x', 'https://bit.ly/4', 'https://bit.ly/5'],
    { shortLinks: 3, oddEndingLinks: 0.75 },
  ],
  [
    'free hosting',
    [
      'https://k3j2.web.app/x',
      'https://shop.pages.dev/',
      'https://a.weebly.com/1',
      'https://b.weebly.com/1',
      'https://c.weebly.com/',
      'https://d.weebly.com/',
    ],
    { freeHostLinks: 5, oddEndingLinks: 0.167 },
  ],
  [
    'a cheap ending and a plain one',
    ['https://prize.top/x', 'http://other.example/y'],
    { oddEndingLinks: 0.5, plainHttpLinks: 0.5 },
  ],
  [
    'a deep host',
    ['https://a.b.c.other.example/x', 'https://b.c.other.example/x'],
    { deepHostLinks: 0.5 },
  ],
  [
    'a long link',
    [`https://other.example/${'x'.repeat(700)}`],
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 600 },
  ],
  [
    'a link of 120 letters',
    [`https://other.example/${'x'.repeat(98)}`],
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 120 },
  ],
  [
    'hyphens',
    ['https://secure-login-bank.example/x', 'https://secure-login.example/x'],
    { hyphenLinks: 0.5 },
  ],
  [
    'a folder of scripts',
    [
      'https://other.example/wp-content/x.php',
      'https://other.example/~lena/x',
      'https://other.example/cgi-bin/x',
      'https://other.example/content/x',
    ],
    { scriptFolderLinks: 0.75 },
  ],
  [
    'a redirect',
    [
      'https://other.example/go?url=https://evil.example',
      'https://other.example/go?to=http%3a//evil.example',
    ],
    { redirectLinks: 1 },
  ],
  [
    'a brand with links elsewhere',
    { ...page(a('https://evil.example/x')), from: 'Netflix <lena@supplier.example>' },
    { brandLinksForeign: 1 },
  ],
  ['a brand without links', { ...page(), subject: 'Netflix' }, {}],
  [
    'links that are no addresses',
    ['data:text/html,x', 'tel:+962790000000', 'mailto:lena@supplier.example', '#', ''],
    { dataLinks: 1, callLinks: 1, mailLinks: 1 },
  ],
  [
    'many addresses for mail',
    page(...Array.from({ length: 7 }, (_, i) => a(`mailto:p${i}@supplier.example`))),
    { mailLinks: 5 },
  ],
  [
    'empty links beside others',
    ['#', 'https://supplier.example/', 'https://supplier.example/2'],
    { emptyLinks: 0.5 },
  ],
  [
    'a link to unsubscribe',
    page(a('https://supplier.example/u', 'Unsubscribe')),
    { unsubscribeLink: 1 },
  ],
  [
    'unsubscribing in Arabic',
    page(a('https://supplier.example/u', 'إلغاء الاشتراك')),
    { unsubscribeLink: 1 },
  ],
  [
    'opting out far behind in the target',
    page(a(`https://supplier.example/${'u'.repeat(300)}optout`, 'here')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, linksToSender: 1, longestLink: 331 },
  ],
  [
    'a sender of newsletters',
    ['https://firm.list-manage.com/x', 'https://other.example/'],
    { mailerLinks: 0.5 },
  ],
  [
    'numbers within a host',
    [
      'http://a.203.0.113.9.example/x',
      'http://203.0.113.9.example/x',
      'http://x12345678.example/',
      'http://12345678x.example/',
    ],
    { plainHttpLinks: 1, deepHostLinks: 0.5 },
  ],
  [
    'the recipient among others in the link',
    {
      ...page(a('https://other.example/x;RANIA@clinic.example')),
      headers: ['Cc: omar@clinic.example'],
    },
    { recipientInLinks: 1 },
  ],
  [
    'a known firm beside another site',
    {
      ...page(a('https://www.netflix.com/x'), a('https://evil.example/x')),
      from: 'Netflix <lena@supplier.example>',
    },
    { brandLinks: 0.5 },
  ],
  ['a link without a target beside another', ['', 'https://supplier.example/'], { emptyLinks: 1 }],
  [
    'a text that is a site, and a target that is not one',
    page(a('tel:12345', 'bank.example')),
    { callLinks: 1 },
  ],
]

const differencesOf = (links: Links) =>
  differences(
    linkFeatures,
    'at' in links ? page(...links.map((to) => a(to))) : links,
    page(),
    usual,
  )

test.each(cases)('of %s is said where links lead', async (_, links, expected) => {
  expect(await differencesOf(links)).toEqual(expected)
})

test.each<[string, Case[2]]>([
  [
    'https://supplier.example/minutes',
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, linksToSender: 1, longestLink: 32 },
  ],
  ['https://clinic.aidaform.com/abc', { formLinks: 1 }],
  ['https://other.example:8443/x', { portLinks: 1 }],
  ['https://bank.example@evil.example/x', { userInLinks: 1, recipientInLinks: 1 }],
  ['https://other.example/#rania@clinic.example', { recipientInLinks: 1 }],
  ['https://other.example/Rania@Clinic.example/x', { recipientInLinks: 1 }],
  ['https://other.example/?u=omar%40clinic.example', { recipientInLinks: 1 }],
  ['https://www.google.com/url?q=x', { brandLinks: 1, openRedirectLinks: 1 }],
  ['JavaScript:alert(1)', { dataLinks: 1 }],
  ['http://203.0.113.9/login', { numberLinks: 1, plainHttpLinks: 1 }],
  ['http://[2001:db8::1]/x', { numberLinks: 1, plainHttpLinks: 1, portLinks: 1 }],
  ['http://3405803785/x', { numberLinks: 1, plainHttpLinks: 1 }],
  ['http://0xcb007109/x', { numberLinks: 1, plainHttpLinks: 1 }],
  ['http://20.30/x', { numberLinks: 1, plainHttpLinks: 1 }],
  ['http://1234567/x', { numberLinks: 1, plainHttpLinks: 1 }],
  ['https://other.example/x;rania@clinic.example', { recipientInLinks: 1 }],
  ['https://other.example/x:omar@clinic.example', { recipientInLinks: 1 }],
  ['https://other.example:8/x', { portLinks: 1 }],
  [
    'http://bank.example@evil.example/x',
    { plainHttpLinks: 1, userInLinks: 1, recipientInLinks: 1 },
  ],
  ['http://google.com/url?q=x', { brandLinks: 1, plainHttpLinks: 1, openRedirectLinks: 1 }],
  ['https://www.googleadservices.com/x', { openRedirectLinks: 1 }],
  ['https://de.linkedin.com/slink?code=x', { brandLinks: 1, openRedirectLinks: 1 }],
  ['https://teams.microsoft.com/l/meetup-join/x', { brandLinks: 1 }],
  ['https://docs.google.com/document/x', { freeHostLinks: 1 }],
  ['https://t.co/abc', { shortLinks: 1, openRedirectLinks: 1 }],
  ['https://supplier.example/preferences', { unsubscribeLink: 1 }],
  ['https://supplier.example/optout', { unsubscribeLink: 1 }],
])('of the link %s is said %o', async (link, expected) => {
  expect(await differencesOf([link])).toEqual(expected)
})

test.each<[string, Links]>([
  ['a text that names the same site', page(a('https://login.bank.example/x', 'bank.example'))],
  [
    'texts that are names of files and people',
    page(
      ...['Invoice-2291.pdf', 'Budget.xlsx', 'README.md', 'main.py', 'omar.haddad', 'Node.js'].map(
        (it) => a('https://evil.example/x', it),
      ),
    ),
  ],
  ['a text that begins with a number', page(a('https://evil.example/x', '1.5 million'))],
  [
    'a text with an address in the midst',
    page(a('https://evil.example/x', 'see bank.example now')),
  ],
  ['no recipient, and a link', { ...page(a('https://other.example/x')), to: '' }],
  ...[
    'https://other.example/?at=10:30',
    'https://other.example/x/me@home',
    'https://other.example/?u=omar@clinic.x',
    'https://other.example/http:x',
    'https://other.example/https://x.example:8443/',
    'https://other.example/https://me@x',
    'https://other.example/gourl=https://evil.example',
    'https://other.example/https://t.co/abc',
    'https://other.example/?data:x',
    'https://other.example/tel:x',
    'https://other.example/mailto:x',
  ].map((link): [string, Links] => [link, [link]]),
])('of %s nothing is said but how many links there are', async (_, links) => {
  const changed = Object.keys(await differencesOf(links))
  expect(changed.filter((name) => !usual.includes(name))).toEqual([])
})

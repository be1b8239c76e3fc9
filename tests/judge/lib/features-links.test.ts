import { expect, test } from 'vitest'
import { linkFeatures } from '../../../judge/features/links.ts'
import { differences } from '../../support/judge/features.ts'
import type { MailParts } from '../../support/judge/mails.ts'

const page = (...links: string[]) => ({
  type: 'text/html; charset=utf-8',
  body: `<p>Good morning Rania, here are the minutes of our meeting on Tuesday, as promised.</p>${links.join(' ')}`,
})
const a = (href: string, text = 'the minutes') => `<a href="${href}">${text}</a>`
const base = page()
const counts = ['links', 'noLinks', 'oneLink', 'linkSites', 'longestLink']
const usual = [...counts, 'linksToSender', 'noLinkToSender']
const cases: readonly (readonly [string, MailParts, Readonly<Record<string, number>>])[] = [
  [
    'one link to the sender',
    page(a('https://supplier.example/minutes')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, linksToSender: 1, longestLink: 32 },
  ],
  [
    'two links to a subdomain of the sender',
    page(a('https://www.supplier.example/1'), a('https://files.supplier.example/2')),
    { links: 2, noLinks: 0, oneLink: 1, linkSites: 1, linksToSender: 1, longestLink: 32 },
  ],
  [
    'three links to one site',
    page(a('https://other.example/1'), a('https://other.example/2'), a('https://other.example/3')),
    { links: 3, noLinks: 0, linkSites: 1, noLinkToSender: 1, longestLink: 23 },
  ],
  [
    'links to three sites',
    page(a('https://one.example/1'), a('https://two.example/2'), a('https://supplier.example/3')),
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
    page(
      a('http://203.0.113.9/login'),
      a('http://[2001:db8::1]/x'),
      a('http://3405803785/x'),
      a('http://0xcb007109/x'),
    ),
    { numberLinks: 3, plainHttpLinks: 1, portLinks: 1 },
  ],
  [
    'a host that begins like a number',
    page(a('http://203.0.113.example/login'), a('http://12345.example/')),
    { plainHttpLinks: 1 },
  ],
  [
    'shortened links',
    page(
      a('https://bit.ly/3abc'),
      a('https://tinyurl.com/x'),
      a('https://bit.ly/4'),
      a('https://bit.ly/5'),
    ),
    { shortLinks: 3, oddEndingLinks: 0.75 },
  ],
  [
    'free hosting',
    page(
      a('https://k3j2.web.app/x'),
      a('https://shop.pages.dev/'),
      a('https://a.weebly.com/1'),
      a('https://b.weebly.com/1'),
      a('https://c.weebly.com/'),
      a('https://d.weebly.com/'),
    ),
    { freeHostLinks: 5, oddEndingLinks: 0.167 },
  ],
  ['forms of a service', page(a('https://clinic.aidaform.com/abc')), { formLinks: 1 }],
  [
    'a cheap ending and a plain one',
    page(a('https://prize.top/x'), a('http://other.example/y')),
    { oddEndingLinks: 0.5, plainHttpLinks: 0.5 },
  ],
  ['a port', page(a('https://other.example:8443/x')), { portLinks: 1 }],
  [
    'a user in the link',
    page(a('https://bank.example@evil.example/x')),
    { userInLinks: 1, recipientInLinks: 1 },
  ],
  [
    'the recipient in the link',
    page(a('https://other.example/#rania@clinic.example')),
    { recipientInLinks: 1 },
  ],
  [
    'the recipient in capitals in the link',
    page(a('https://other.example/Rania@Clinic.example/x')),
    { recipientInLinks: 1 },
  ],
  [
    'another address in the link',
    page(a('https://other.example/?u=omar%40clinic.example')),
    { recipientInLinks: 1 },
  ],
  [
    'a deep host',
    page(a('https://a.b.c.other.example/x'), a('https://b.c.other.example/x')),
    { deepHostLinks: 0.5 },
  ],
  [
    'a long link',
    page(a(`https://other.example/${'x'.repeat(700)}`)),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 600 },
  ],
  [
    'a link of 120 letters',
    page(a(`https://other.example/${'x'.repeat(98)}`)),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 120 },
  ],
  [
    'hyphens',
    page(a('https://secure-login-bank.example/x'), a('https://secure-login.example/x')),
    { hyphenLinks: 0.5 },
  ],
  [
    'a folder of scripts',
    page(
      a('https://other.example/wp-content/x.php'),
      a('https://other.example/~lena/x'),
      a('https://other.example/cgi-bin/x'),
      a('https://other.example/content/x'),
    ),
    { scriptFolderLinks: 0.75 },
  ],
  [
    'a redirect',
    page(
      a('https://other.example/go?url=https://evil.example'),
      a('https://other.example/go?to=http%3a//evil.example'),
    ),
    { redirectLinks: 1 },
  ],
  [
    'a redirect of a large site',
    page(a('https://www.google.com/url?q=x')),
    { brandLinks: 1, openRedirectLinks: 1 },
  ],
  [
    'a brand with links elsewhere',
    { ...page(a('https://evil.example/x')), from: 'Netflix <lena@supplier.example>' },
    { brandLinksForeign: 1 },
  ],
  ['a brand without links', { ...page(), subject: 'Netflix' }, {}],
  [
    'links that are no addresses',
    page(
      a('data:text/html,x'),
      a('tel:+962790000000'),
      a('mailto:lena@supplier.example'),
      a('#'),
      a(''),
    ),
    { dataLinks: 1, callLinks: 1, mailLinks: 1 },
  ],
  ['a script as link', page(a('JavaScript:alert(1)')), { dataLinks: 1 }],
  [
    'many addresses for mail',
    page(...Array.from({ length: 7 }, (_, i) => a(`mailto:p${i}@supplier.example`))),
    { mailLinks: 5 },
  ],
  [
    'empty links beside others',
    page(a('#'), a('https://supplier.example/'), a('https://supplier.example/2')),
    { emptyLinks: 0.5 },
  ],
  [
    'a link to unsubscribe',
    page(a('https://supplier.example/u', 'Unsubscribe')),
    { unsubscribeLink: 1 },
  ],
  [
    'preferences in the target',
    page(a('https://supplier.example/preferences', 'here')),
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
    page(a('https://firm.list-manage.com/x'), a('https://other.example/')),
    { mailerLinks: 0.5 },
  ],
  [
    'a single number as host',
    page(a('http://203.0.113.9/login')),
    { numberLinks: 1, plainHttpLinks: 1 },
  ],
  [
    'an address of six as host',
    page(a('http://[2001:db8::1]/x')),
    { numberLinks: 1, plainHttpLinks: 1, portLinks: 1 },
  ],
  [
    'one long number as host',
    page(a('http://3405803785/x')),
    { numberLinks: 1, plainHttpLinks: 1 },
  ],
  [
    'a hexadecimal number as host',
    page(a('http://0xcb007109/x')),
    { numberLinks: 1, plainHttpLinks: 1 },
  ],
  [
    'numbers within a host',
    page(
      a('http://a.203.0.113.9.example/x'),
      a('http://203.0.113.9.example/x'),
      a('http://x12345678.example/'),
      a('http://12345678x.example/'),
    ),
    { plainHttpLinks: 1, deepHostLinks: 0.5 },
  ],
  ['two numbers as host', page(a('http://20.30/x')), { numberLinks: 1, plainHttpLinks: 1 }],
  ['a number as host', page(a('http://1234567/x')), { numberLinks: 1, plainHttpLinks: 1 }],
  [
    'the recipient within a link, without an ending',
    page(a('https://other.example/x;rania@clinic.example')),
    { recipientInLinks: 1 },
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
    'an address right after the host',
    page(a('https://other.example/x:omar@clinic.example')),
    { recipientInLinks: 1 },
  ],
  ['a port of one digit', page(a('https://other.example:8/x')), { portLinks: 1 }],
  [
    'a user in a plain link',
    page(a('http://bank.example@evil.example/x')),
    { plainHttpLinks: 1, userInLinks: 1, recipientInLinks: 1 },
  ],
  [
    'a redirect of a large site without www',
    page(a('http://google.com/url?q=x')),
    { brandLinks: 1, plainHttpLinks: 1, openRedirectLinks: 1 },
  ],
  [
    'a redirect of an advertisement',
    page(a('https://www.googleadservices.com/x')),
    { openRedirectLinks: 1 },
  ],
  [
    'a redirect of a network',
    page(a('https://de.linkedin.com/slink?code=x')),
    { brandLinks: 1, openRedirectLinks: 1 },
  ],
  [
    'a meeting at a known firm',
    page(a('https://teams.microsoft.com/l/meetup-join/x')),
    { brandLinks: 1 },
  ],
  [
    'a known firm beside another site',
    {
      ...page(a('https://www.netflix.com/x'), a('https://evil.example/x')),
      from: 'Netflix <lena@supplier.example>',
    },
    { brandLinks: 0.5 },
  ],
  [
    'a document that any user may write at a known firm',
    page(a('https://docs.google.com/document/x')),
    { freeHostLinks: 1 },
  ],
  ['a short redirect', page(a('https://t.co/abc')), { shortLinks: 1, openRedirectLinks: 1 }],
  [
    'a link without a target beside another',
    page(a(''), a('https://supplier.example/')),
    { emptyLinks: 1 },
  ],
  ['opting out', page(a('https://supplier.example/optout')), { unsubscribeLink: 1 }],
  [
    'a text that is a site, and a target that is not one',
    page(a('tel:12345', 'bank.example')),
    { callLinks: 1 },
  ],
]

test.each(cases)('of %s is said where links lead', async (_, parts, expected) => {
  expect(await differences(linkFeatures, parts, base, usual)).toEqual(expected)
})

test.each<[string, MailParts]>([
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
  ['a port in the query', page(a('https://other.example/?at=10:30'))],
  ['an address in the path', page(a('https://other.example/x/me@home'))],
  ['no recipient, and a link', { ...page(a('https://other.example/x')), to: '' }],
  ['a name before a short ending', page(a('https://other.example/?u=omar@clinic.x'))],
  ['http within a link', page(a('https://other.example/http:x'))],
  ['a port within a link', page(a('https://other.example/https://x.example:8443/'))],
  ['a user within a link', page(a('https://other.example/https://me@x'))],
  ['a redirect within a name', page(a('https://other.example/gourl=https://evil.example'))],
  ['a redirect within a link', page(a('https://other.example/https://t.co/abc'))],
  ['data within a link', page(a('https://other.example/?data:x'))],
  [
    'a telephone and mail within a link',
    page(a('https://other.example/tel:x'), a('https://other.example/mailto:x')),
  ],
])('of %s nothing is said but how many links there are', async (_, parts) => {
  const changed = Object.keys(await differences(linkFeatures, parts, base, usual))
  expect(changed.filter((name) => !usual.includes(name))).toEqual([])
})

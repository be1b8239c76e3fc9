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
    {
      links: 2,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      disguisedLinks: 2,
      longestLink: 22,
    },
  ],
  [
    'a text that names the same site',
    page(a('https://login.bank.example/x', 'bank.example')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 28 },
  ],
  [
    'a text that begins with a number',
    page(a('https://evil.example/x', '1.5 million')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 22 },
  ],
  [
    'a text with an address in the midst',
    page(a('https://evil.example/x', 'see bank.example now')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 22 },
  ],
  [
    'a number as host',
    page(
      a('http://203.0.113.9/login'),
      a('http://[2001:db8::1]/x'),
      a('http://3405803785/x'),
      a('http://0xcb007109/x'),
    ),
    {
      links: 4,
      noLinks: 0,
      linkSites: 2,
      noLinkToSender: 1,
      numberLinks: 3,
      plainHttpLinks: 1,
      portLinks: 1,
      longestLink: 24,
    },
  ],
  [
    'a host that begins like a number',
    page(a('http://203.0.113.example/login'), a('http://12345.example/')),
    { links: 2, noLinks: 0, linkSites: 2, noLinkToSender: 1, plainHttpLinks: 1, longestLink: 30 },
  ],
  [
    'shortened links',
    page(
      a('https://bit.ly/3abc'),
      a('https://tinyurl.com/x'),
      a('https://bit.ly/4'),
      a('https://bit.ly/5'),
    ),
    {
      links: 4,
      noLinks: 0,
      linkSites: 2,
      noLinkToSender: 1,
      shortLinks: 3,
      oddEndingLinks: 0.75,
      longestLink: 21,
    },
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
    {
      links: 6,
      noLinks: 0,
      linkSites: 3,
      noLinkToSender: 1,
      freeHostLinks: 5,
      oddEndingLinks: 0.167,
      longestLink: 23,
    },
  ],
  [
    'forms of a service',
    page(a('https://clinic.aidaform.com/abc')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      formLinks: 1,
      longestLink: 31,
    },
  ],
  [
    'a cheap ending and a plain one',
    page(a('https://prize.top/x'), a('http://other.example/y')),
    {
      links: 2,
      noLinks: 0,
      linkSites: 2,
      noLinkToSender: 1,
      oddEndingLinks: 0.5,
      plainHttpLinks: 0.5,
      longestLink: 22,
    },
  ],
  [
    'a port',
    page(a('https://other.example:8443/x')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      portLinks: 1,
      longestLink: 28,
    },
  ],
  [
    'a port in the query',
    page(a('https://other.example/?at=10:30')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 31 },
  ],
  [
    'a user in the link',
    page(a('https://bank.example@evil.example/x')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      userInLinks: 1,
      recipientInLinks: 1,
      longestLink: 35,
    },
  ],
  [
    'an address in the path',
    page(a('https://other.example/x/me@home')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 31 },
  ],
  [
    'the recipient in the link',
    page(a('https://other.example/#rania@clinic.example')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      recipientInLinks: 1,
      longestLink: 43,
    },
  ],
  [
    'the recipient in capitals in the link',
    page(a('https://other.example/Rania@Clinic.example/x')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      recipientInLinks: 1,
      longestLink: 44,
    },
  ],
  [
    'another address in the link',
    page(a('https://other.example/?u=omar%40clinic.example')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      recipientInLinks: 1,
      longestLink: 46,
    },
  ],
  [
    'a deep host',
    page(a('https://a.b.c.other.example/x'), a('https://b.c.other.example/x')),
    {
      links: 2,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      deepHostLinks: 0.5,
      longestLink: 29,
    },
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
    { links: 2, noLinks: 0, linkSites: 2, noLinkToSender: 1, longestLink: 35, hyphenLinks: 0.5 },
  ],
  [
    'a folder of scripts',
    page(
      a('https://other.example/wp-content/x.php'),
      a('https://other.example/~lena/x'),
      a('https://other.example/cgi-bin/x'),
      a('https://other.example/content/x'),
    ),
    {
      links: 4,
      noLinks: 0,
      linkSites: 1,
      noLinkToSender: 1,
      longestLink: 38,
      scriptFolderLinks: 0.75,
    },
  ],
  [
    'a redirect',
    page(
      a('https://other.example/go?url=https://evil.example'),
      a('https://other.example/go?to=http%3a//evil.example'),
    ),
    {
      links: 2,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      longestLink: 49,
      redirectLinks: 1,
    },
  ],
  [
    'a redirect of a large site',
    page(a('https://www.google.com/url?q=x')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      longestLink: 30,
      openRedirectLinks: 1,
    },
  ],
  [
    'an ordinary page of a large site',
    page(a('https://www.google.com/search?q=x')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, noLinkToSender: 1, longestLink: 33 },
  ],
  [
    'a brand with links elsewhere',
    { ...page(a('https://evil.example/x')), from: 'Netflix <lena@supplier.example>' },
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      noLinkToSender: 1,
      longestLink: 22,
      brandLinksForeign: 1,
    },
  ],
  [
    'a brand with links to itself',
    {
      ...page(a('https://www.netflix.com/x'), a('https://evil.example/x')),
      from: 'Netflix <lena@supplier.example>',
    },
    { links: 2, noLinks: 0, linkSites: 2, noLinkToSender: 1, longestLink: 25 },
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
    {
      links: 2,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      linksToSender: 1,
      longestLink: 26,
      emptyLinks: 0.5,
    },
  ],
  [
    'a link to unsubscribe',
    page(a('https://supplier.example/u', 'Unsubscribe')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      linksToSender: 1,
      longestLink: 26,
      unsubscribeLink: 1,
    },
  ],
  [
    'preferences in the target',
    page(a('https://supplier.example/preferences', 'here')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      linksToSender: 1,
      longestLink: 36,
      unsubscribeLink: 1,
    },
  ],
  [
    'unsubscribing in Arabic',
    page(a('https://supplier.example/u', 'إلغاء الاشتراك')),
    {
      links: 1,
      noLinks: 0,
      oneLink: 1,
      linkSites: 1,
      linksToSender: 1,
      longestLink: 26,
      unsubscribeLink: 1,
    },
  ],
  [
    'opting out far behind in the target',
    page(a(`https://supplier.example/${'u'.repeat(300)}optout`, 'here')),
    { links: 1, noLinks: 0, oneLink: 1, linkSites: 1, linksToSender: 1, longestLink: 331 },
  ],
  [
    'a sender of newsletters',
    page(a('https://firm.list-manage.com/x'), a('https://other.example/')),
    { links: 2, noLinks: 0, linkSites: 2, noLinkToSender: 1, mailerLinks: 0.5, longestLink: 30 },
  ],
]

test.each(cases)(
  'of %s is said where links lead',
  { tags: ['A1432'] },
  async (_, parts, expected) => {
    expect(await differences(linkFeatures, parts, base)).toEqual(expected)
  },
)

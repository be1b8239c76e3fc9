import { skeletonOf } from '../../judge/read/domain.ts'
import type { Random } from '../random.ts'
import { fill, pick, type World } from './fill.ts'
import type { Text } from './texts.ts'

const endings = [
  'com',
  'com',
  'com',
  'net',
  'org',
  'io',
  'co',
  'co.uk',
  'jo',
  'com.jo',
  'de',
  'app',
]
const cheapEndings = [
  'top',
  'xyz',
  'shop',
  'online',
  'site',
  'click',
  'info',
  'com',
  'com',
  'net',
  'ru',
  'cfd',
  'live',
  'store',
  'com.br',
  'de',
  'co.jp',
]
const freeMail = [
  'gmail.com',
  'gmail.com',
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'icloud.com',
  'aol.com',
  'gmx.de',
  'mail.ru',
]
const small = [
  'greenvalley-dental.com',
  'prontoplumbing.net',
  'studio-amari.it',
  'hotelparaiso.com.br',
  'sunrise-school.in',
  'autohaus-keller.de',
  'lakeviewchurch.org',
  'tallerlopez.es',
  'nordbo-byg.dk',
  'kitchenworld.com.au',
  'aquatech.pl',
  'midtownflorist.com',
  'petitjardin.fr',
  'hillsideclinic.co.za',
  'bakerandsons.co.uk',
  'fujimoto-shop.jp',
  'univ-lab.edu.tr',
  'constructora-vega.cl',
]
const hosts = [
  '{x}.web.app',
  '{x}.pages.dev',
  '{x}.r2.dev',
  '{x}.github.io',
  'sites.google.com',
  '{x}.vercel.app',
  '{x}.netlify.app',
  '{x}.weebly.com',
  '{x}.blob.core.windows.net',
  'ipfs.io',
  '{x}.firebaseapp.com',
  'docs.google.com',
  '{x}.wixsite.com',
  '{x}.myshopify.com',
  'storage.googleapis.com',
  '{x}.workers.dev',
]
const shorteners = [
  'bit.ly',
  't.ly',
  'tinyurl.com',
  'rebrand.ly',
  'cutt.ly',
  'is.gd',
  'rb.gy',
  't.co',
]
const words = [
  'secure',
  'login',
  'account',
  'support',
  'verify',
  'update',
  'service',
  'mail',
  'team',
  'help',
  'billing',
  'notice',
  'portal',
]

/** Public places to which honest people link. */
const places = [
  'https://forms.gle/',
  'https://docs.google.com/document/d/',
  'https://us02web.zoom.us/j/',
  'https://calendly.com/',
  'https://www.youtube.com/watch?v=',
  'https://github.com/',
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_',
  'https://meet.google.com/',
  'https://maps.app.goo.gl/',
  'https://www.linkedin.com/in/',
  'https://en.wikipedia.org/wiki/',
  'https://www.bbc.com/news/articles/',
  'https://www.reuters.com/world/',
  'https://www.amazon.com/dp/',
  'https://www.dropbox.com/scl/fi/',
  'https://doi.org/10.1000/',
  'https://www.gov.uk/guidance/',
  'https://www.booking.com/hotel/',
  'https://www.openstreetmap.org/node/',
  'https://www.facebook.com/events/',
]

export function letters(random: Random, length: number): string {
  const signs = 'abcdefghijklmnopqrstuvwxyz0123456789'
  return Array.from({ length }, () => signs[Math.floor(random.next() * signs.length)]).join('')
}

/** Names of Arabic firms as they write them in their domains. */
const latinNames: Readonly<Record<string, string>> = {
  'الأرزة للتجارة': 'alarzeh',
  'بيت الزيتون': 'baitalzaytoun',
  'نور للتقنية': 'noortech',
  'دار الياسمين': 'daralyasmin',
  'الأفق للتأمين': 'alofoq',
  'مدى للخدمات': 'madaservices',
  'واحة الصحة': 'wahahealth',
  سنابل: 'sanabel',
  الروابي: 'alrawabi',
  'جسور للشحن': 'josoor',
}

function slug(firm: string): string {
  const latin = latinNames[firm] ?? firm.toLowerCase().replace(/[^a-z]+/g, '')
  return latin === '' ? 'firm' : latin
}

/** Most firms have a common ending, and young ones what was left. */
function ownDomain(firm: string, random: Random): string {
  const kind = random.next()
  if (kind > 0.93) return pick(random, small)
  if (kind < 0.08) return `${slug(firm)}.${pick(random, cheapEndings)}`
  if (kind < 0.14) return `${slug(firm)}${Math.floor(random.next() * 99)}.com`
  if (kind < 0.2) return `${pick(random, ['get', 'my', 'the-', 'try'])}${slug(firm)}.com`
  return `${slug(firm)}.${pick(random, endings)}`
}

/** The domain from which a text is sent. */
export function senderDomain({ domain, at }: Text, world: World, random: Random): string {
  switch (domain) {
    case 'brand':
    case 'service':
      return at ?? ownDomain(world.firm, random)
    case 'bulk':
      return (
        at ??
        pick(random, [
          '',
          '',
          'news.',
          'mail.',
          'e.',
          'info.',
          'hello.',
          'em4021.',
          'mg.',
          't.',
        ]).concat(ownDomain(world.firm, random))
      )
    case 'colleague':
      return world.recipient.split('@')[1] ?? 'firm.example'
    case 'firm':
      return (
        at ?? `${slug(world.firm)}${random.next() < 0.2 ? '-group' : ''}.${pick(random, endings)}`
      )
    case 'free-mail':
      return pick(random, freeMail)
    case 'compromised':
      return `${random.next() < 0.15 ? 'mail.' : ''}${pick(random, small)}`
    case 'lookalike':
      return lookalike(at ?? `${slug(world.firm)}.com`, random)
    case 'random':
      if (random.next() < 0.08)
        return `${letters(random, 4 + Math.floor(random.next() * 9))}.onmicrosoft.com`
      return `${random.next() < 0.35 ? pick(random, ['mail.', 'news.', 'e.', 'info.']) : ''}${random.next() < 0.5 ? letters(random, 6 + Math.floor(random.next() * 8)) : `${pick(random, words)}${letters(random, 4)}`}.${pick(random, cheapEndings)}`
  }
}

function lookalike(domain: string, random: Random): string {
  const name = domain.split('.')[0] ?? 'firm'
  const changed = pick(random, [
    `${name}-${pick(random, words)}`,
    `${pick(random, words)}-${name}`,
    `${name}${pick(random, words)}`,
    name.replace(/o/, '0').replace(/l/, '1'),
    `${name}s`,
    skeletonOf(name),
  ])
  return `${changed}.${pick(random, cheapEndings)}`
}

/** Where a link of an attack leads. */
export function attackTarget(text: Text, from: string, world: World, random: Random): string {
  const path = pick(random, [
    '',
    '/',
    `/${letters(random, 8)}`,
    `/wp-content/${pick(random, ['plugins', 'themes', 'uploads'])}/${letters(random, 5)}/`,
    '/login/index.html',
    `/?e=${world.recipient}`,
    `/#${world.recipient}`,
    `/a/${letters(random, 20)}`,
  ])
  const kind = random.next()
  if (kind < 0.22)
    return `https://${pick(random, hosts).replace('{x}', letters(random, 10))}${path}`
  if (kind < 0.34) return `https://${pick(random, shorteners)}/${letters(random, 6)}`
  if (kind < 0.52) return `http${random.next() < 0.7 ? 's' : ''}://${pick(random, small)}${path}`
  if (kind < 0.6)
    return `https://${pick(random, ['www.google.com/url?q=', 'www.bing.com/ck/a?u=', 'googleads.g.doubleclick.net/pcs/click?adurl=', 'l.facebook.com/l.php?u='])}https://${pick(random, small)}${path}`
  if (kind < 0.72) return tracked(random)
  if (kind < 0.76)
    return `http://${[1, 2, 3, 4].map(() => 10 + Math.floor(random.next() * 220)).join('.')}${path}`
  if (kind < 0.9)
    return `https://${senderDomain({ ...text, domain: 'lookalike' }, world, random)}${path}`
  return `https://${from}${path}`
}

/** A link that counts clicks, as bulk mailers of honest and dishonest senders make them. */
export function tracked(random: Random): string {
  const token = letters(random, 60 + Math.floor(random.next() * 80))
  return pick(random, [
    `https://u${Math.floor(random.next() * 9e6)}.ct.sendgrid.net/ls/click?upn=${token}`,
    `https://${letters(random, 8)}.us${Math.floor(random.next() * 20)}.list-manage.com/track/click?u=${letters(random, 24)}&id=${letters(random, 10)}&e=${letters(random, 10)}`,
    `https://${letters(random, 8)}.r.us-east-1.awstrack.me/L0/https:%2F%2Fexample.com/1/${token}`,
    `https://click.${letters(random, 6)}.com/?qs=${token}${token}`,
    `https://email.${letters(random, 5)}.com/c/${token}`,
    `https://links.${letters(random, 6)}.com/u/click?_t=${token}&_m=${letters(random, 20)}`,
  ])
}

export function honestTarget(from: string, isBulk: boolean, random: Random): string {
  const base = from
    .split('.')
    .slice(from.endsWith('.co.uk') || from.endsWith('.com.jo') ? -3 : -2)
    .join('.')
  if (isBulk && random.next() < 0.6)
    return random.next() < 0.4 ? `https://click.${base}/e/${letters(random, 80)}` : tracked(random)
  if (random.next() < 0.04) return `https://${pick(random, shorteners)}/${letters(random, 6)}`
  if (random.next() < 0.05)
    return `https://${pick(random, hosts).replace('{x}', letters(random, 8))}/${pick(random, words)}`
  if (random.next() < 0.04)
    return `http${random.next() < 0.5 ? 's' : ''}://www.${base}/wp-content/${pick(random, ['uploads', 'uploads', 'themes', 'plugins'])}/${letters(random, 6)}${pick(random, ['.pdf', '.png', '/'])}`
  if (random.next() < 0.02)
    return `https://www.google.com/url?q=https://www.${base}/${letters(random, 8)}`
  // People send each other what stands elsewhere; the systems of firms link to the firm.
  if (random.next() < (isBulk ? 0.06 : 0.2)) return pick(random, places) + letters(random, 12)
  return `http${random.next() < 0.93 ? 's' : ''}://${pick(random, ['', 'www.', 'my.', 'app.', 'account.'])}${base}/${pick(random, ['', 'account', 'orders', 'orders/details', 'help', 'news', 'settings/security', 'events', 'invoice', letters(random, 10)])}`
}

export function senderLocal(text: Text, random: Random): string {
  if (['colleague', 'firm', 'compromised'].includes(text.domain) && random.next() < 0.6) {
    return `${letters(random, 1)}.${pick(random, ['haddad', 'reed', 'costa', 'weber', 'khalil', 'moreau'])}`
  }
  if (text.domain === 'free-mail')
    return `${pick(random, ['office', 'mr', 'dr', 'jane', 'mark', 'info', 'rania', 'omar'])}${pick(random, ['.', '', '_'])}${random.next() < 0.6 ? pick(random, ['reed', 'khalil', 'novak', 'nasser']) : letters(random, 6)}${random.next() < 0.4 ? Math.floor(random.next() * 999) : ''}`
  if (random.next() < (text.label === 'attack' ? 0.25 : 0.06))
    return letters(random, 6 + Math.floor(random.next() * 12))
  return pick(random, [
    'no-reply',
    'noreply',
    'info',
    'hello',
    'support',
    'notifications',
    'news',
    'billing',
    'service',
    'team',
    'orders',
    'contact',
    'admin',
  ])
}

export function displayName(text: Text, world: World, random: Random): string {
  if (text.from === '-') return ''
  return fill(text.from, world, random)
}

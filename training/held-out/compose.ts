import type { Random } from '../random.ts'
import { letters } from '../render/domains.ts'
import { pick } from '../render/fill.ts'
import { attachment, encode, multipart, part } from '../render/mime.ts'
import { escapeHtml } from '../render/page.ts'
import type { Organization } from './organizations.ts'
import { localOf, type Sender } from './senders.ts'

export interface Content {
  readonly subject: string
  readonly body: string
  readonly thread: 'real' | 'invented' | undefined
  readonly attach: string | undefined
  readonly isAttack: boolean
}

/** A raw mail to a user of an organization, with the headers that its gateway writes. */
export function compose(
  content: Content,
  sender: Sender,
  organization: Organization,
  recipient: string,
  random: Random,
): string {
  const { subject, thread, attach, isAttack } = content
  const isArabic = organization.language === 'ar'
  const to = `${localOf(recipient)}@${organization.domain}`
  const domain = sender.address.split('@')[1] ?? ''
  const day = 1 + Math.floor(random.next() * 28)
  const own = `<${letters(random, 24)}@${organization.domain}>`
  const headers = [
    ...gatewayHeaders(sender, domain, to, organization, random),
    `From: ${phrase(sender.name)} <${sender.address}>`,
    `To: ${random.next() < 0.6 ? `${encode(recipient)} <${to}>` : to}`,
    `Subject: ${encode(subject)}`,
    `Date: ${new Date(Date.UTC(2026, 4, day, 6 + Math.floor(random.next() * 11), 12)).toUTCString().replace('GMT', '+0300')}`,
    `Message-ID: <${letters(random, 22)}@${domain}>`,
    ...(sender.replyTo === undefined ? [] : [`Reply-To: ${sender.replyTo}`]),
    ...(thread === 'real' ? [`In-Reply-To: ${own}`, `References: ${own}`] : []),
    'MIME-Version: 1.0',
  ]
  const plain =
    thread === 'real'
      ? `${content.body}\n\n${quote(subject, recipient, to, day, isArabic)}`
      : content.body
  const parts = [part('text/plain', plain, isArabic, random)]
  if (random.next() < 0.5) parts.push(part('text/html', page(plain, isArabic), isArabic, random))
  const text = parts.length === 1 ? (parts[0] ?? '') : multipart('alternative', parts, random)
  const body =
    attach === undefined
      ? text
      : multipart('mixed', [text, attachment(attach, isAttack, random)], random)
  return `${headers.join('\r\n')}\r\n${body}\r\n`
}

/** Brackets in a name would be a comment without quotation marks. */
const phrase = (name: string) => (/^[ -~]*\(/.test(name) ? `"${name}"` : encode(name))

function gatewayHeaders(
  { passes, address }: Sender,
  domain: string,
  to: string,
  { domain: own }: Organization,
  random: Random,
) {
  const ip = `203.0.113.${1 + Math.floor(random.next() * 250)}`
  const spf = passes ? pick(random, ['pass', 'pass', 'pass', 'pass', 'softfail']) : 'fail'
  const dkim = passes ? 'pass' : 'none'
  return [
    `Received: from mail.${domain} (mail.${domain} [${ip}]) by mx.${own} (Postfix) with ESMTPS id ${letters(random, 11).toUpperCase()} for <${to}>`,
    `Authentication-Results: mx.${own}; dkim=${dkim} header.d=${domain}; spf=${spf} smtp.mailfrom=${address}; dmarc=${passes ? 'pass' : 'fail'} header.from=${domain}`,
  ]
}

/** The mail of the recipient to which a reply answers. */
function quote(
  subject: string,
  recipient: string,
  to: string,
  day: number,
  isArabic: boolean,
): string {
  const topic = subject.replace(/^(?:Re|رد): ?/, '')
  return isArabic
    ? `في ${day} أيار 2026 كتب ${recipient} <${to}>:\n> مرحباً، بخصوص «${topic}»: هل من جديد؟\n> شكراً`
    : `On ${day} May 2026, ${recipient} <${to}> wrote:\n> Hello, about '${topic}': is there any news?\n> Thank you`
}

const page = (text: string, isArabic: boolean) =>
  `<html><body${isArabic ? ' dir="rtl"' : ''}>${text
    .split('\n')
    .map((line) => `<div>${line === '' ? '<br>' : escapeHtml(line)}</div>`)
    .join('')}</body></html>`

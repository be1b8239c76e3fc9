import type { Random } from '../random.ts'
import {
  attackTarget,
  displayName,
  honestTarget,
  letters,
  senderDomain,
  senderLocal,
  tracked,
} from './domains.ts'
import { disguise } from './disguise.ts'
import { fill, makeWorld, pick } from './fill.ts'
import { frame } from './frame.ts'
import { type Line, renderPage } from './page.ts'
import type { Text } from './texts.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const stuffing =
  'meeting notes garden recipe weather report history of the lighthouse annual review thank you for your patience the committee discussed library opening hours and the new bicycle path beside the river'

/** Renders a text as a raw mail; what varies comes from the seed of `random` alone. */
export function renderMessage(text: Text, random: Random): string {
  const world = makeWorld(random, text.language)
  const isAttack = text.label === 'attack'
  const isArabic = text.language === 'ar'
  const domain = senderDomain(text, world, random)
  const isBulk = text.domain === 'bulk' || text.style === 'designed'
  const style = text.style ?? pick(random, ['plain', 'mail', 'mail', 'designed'] as const)
  let subject = fill(text.subject, world, random)
  if (random.next() < (isAttack ? 0.12 : 0.06))
    subject += ` ${pick(random, ['#', 'ID: ', 'Ref-', '['])}${letters(random, 9)}`
  if (random.next() < (isAttack ? 0.06 : 0.03))
    subject = `${world.recipient.split('@')[0]} ${subject}`
  if (random.next() < 0.05) subject = subject.toUpperCase()
  if (random.next() < 0.05) subject += '!!'
  const honest = () => {
    const found = honestTarget(domain, isBulk, random)
    const names = random.next()
    if (names < 0.06) return `${found}?e=${world.recipient}`
    return names < 0.1 ? `${found}?u=${encodeURIComponent(world.recipient)}` : found
  }
  const target = () =>
    isAttack && text.domain !== 'service' ? attackTarget(text, domain, world, random) : honest()
  const shared = target()
  // The link shows an address: of the sender, or of the one whom an attack imitates.
  const shown = isAttack && text.at !== undefined ? text.at : domain
  const isHidden = isAttack && !isArabic && random.next() < 0.08
  const filled = fill(text.body, world, random)
  const written: Line[] = (isHidden ? disguise(filled, random) : filled)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const button = /^\[(.+)\]\(([a-z]*)\)$/.exec(line.trim())
      if (button === null) return { text: line }
      const to = isAttack ? shared : target()
      return {
        text: random.next() < 0.06 ? `https://www.${shown}/` : (button[1] ?? ''),
        target: to,
      }
    })
  const lines =
    style === 'designed' && random.next() < 0.6
      ? frame(written, world, isAttack && random.next() < 0.5 ? () => shared : honest, random)
      : written
  const plain = lines
    .map((line) => (line.target === undefined ? line.text : `${line.text}: ${line.target}`))
    .join('\n')
  const hasUnsubscribe = isBulk && random.next() < (isAttack ? 0.65 : 0.85)
  const unsubscribe = hasUnsubscribe ? (isAttack ? target() : tracked(random)) : undefined
  const page =
    style === 'plain'
      ? undefined
      : renderPage(
          lines,
          {
            isArabic,
            isDesigned: style === 'designed',
            firm: world.firm,
            preheader: style === 'designed' && random.next() < 0.6 ? plain.slice(0, 80) : '',
            pixel:
              isBulk && random.next() < 0.7
                ? isAttack
                  ? `https://${domain}/o.gif`
                  : tracked(random)
                : undefined,
            unsubscribe,
            stuffing: random.next() < (isAttack ? 0.08 : 0.02) ? stuffing : '',
          },
          random,
        )
  const name = displayName(text, world, random)
  const from = `${senderLocal(text, random)}@${domain}`
  const hasName = name !== '' && random.next() > 0.04
  const headers = [`From: ${hasName ? `${encode(name)} <${from}>` : from}`]
  if (random.next() > 0.03)
    headers.push(
      `To: ${random.next() < 0.5 ? world.recipient : `${world.recipientFirst} <${world.recipient}>`}`.replace(
        /^To: ([^<]*[^ -~][^<]*) </,
        (_, it: string) => `To: ${encode(it)} <`,
      ),
    )
  headers.push(`Subject: ${encode(subject)}`)
  const day = 1 + Math.floor(random.next() * 28)
  headers.push(
    `Date: ${day} ${pick(random, months)} ${2022 + Math.floor(random.next() * 5)} ${10 + Math.floor(random.next() * 12)}:${10 + Math.floor(random.next() * 49)}:${10 + Math.floor(random.next() * 49)} ${pick(random, ['+0000', '+0300', '-0500', '+0530'])}`,
  )
  headers.push(
    `Message-ID: <${letters(random, 20)}@${random.next() < 0.6 ? domain : pick(random, ['mail.gmail.com', 'eurprd05.prod.outlook.com', 'geopod-ismtpd-3', 'email.amazonses.com'])}>`,
  )
  headers.push('MIME-Version: 1.0')
  if (hasUnsubscribe) headers.push(`List-Unsubscribe: <${unsubscribe ?? ''}>`)
  if (isBulk && random.next() < (isAttack ? 0.2 : 0.35))
    headers.push(`List-ID: <${letters(random, 8)}.${domain}>`)
  const bounce =
    isBulk && random.next() < 0.6
      ? `bounce-${letters(random, 10)}@${pick(random, ['em1.sendgrid.net', 'mail.amazonses.com', 'mcsv.net', `bounces.${domain}`])}`
      : from
  headers.push(`Return-Path: <${random.next() < 0.9 ? bounce : from}>`)
  if (random.next() < 0.11)
    headers.push(
      `Reply-To: ${isAttack ? `${letters(random, 8)}@${pick(random, ['gmail.com', 'outlook.com', domain])}` : pick(random, [`reply@${domain}`, `support@${domain}`, `${letters(random, 7)}@gmail.com`])}`,
    )
  if (/^(?:re|رد):/i.test(subject) && !isAttack)
    headers.push(`In-Reply-To: <${letters(random, 20)}@${domain}>`)
  headers.unshift(...gatewayHeaders(from, domain, isAttack, random))
  return assemble(headers, plain, page, text, random)
}

/** What receiving gateways write; honest mail fails too, after forwarding, and attacks pass where they own a domain. */
function gatewayHeaders(from: string, domain: string, isAttack: boolean, random: Random): string[] {
  const kind = random.next()
  if (kind < 0.3) return []
  const pass = random.next() < (isAttack ? 0.75 : 0.92)
  const result = pass ? 'pass' : pick(random, ['fail', 'none', 'softfail'])
  const id = pick(random, [
    'mx.google.com',
    'spf.protection.outlook.com',
    'mx.firm.example',
    'mail.protection.example',
  ])
  return [
    `Received: from ${domain} (${domain} [203.0.113.${Math.floor(random.next() * 250)}]) by ${id} with ESMTPS id ${letters(random, 12)}`,
    `Authentication-Results: ${id}; spf=${result} smtp.mailfrom=${from}; dkim=${pass ? 'pass' : 'none'} header.d=${domain}; dmarc=${result === 'softfail' ? 'fail' : result}`,
  ]
}

function assemble(
  headers: string[],
  plain: string,
  page: string | undefined,
  text: Text,
  random: Random,
): string {
  const hasPlain = page === undefined || random.next() < (text.label === 'attack' ? 0.55 : 0.65)
  const parts = [
    ...(hasPlain ? [part('text/plain; charset=utf-8', plain, random)] : []),
    ...(page === undefined ? [] : [part('text/html; charset=utf-8', page, random)]),
  ]
  const whole = parts.length === 1 ? (parts[0] ?? '') : multipart('alternative', parts, random)
  const files =
    text.attach === undefined
      ? []
      : text.attach.split(',').map((name) => attachment(name.trim(), random))
  const body = files.length === 0 ? whole : multipart('mixed', [whole, ...files], random)
  return `${headers.join('\r\n')}\r\n${body}\r\n`
}

function part(type: string, content: string, random: Random): string {
  const kind = random.next()
  if (kind < 0.4)
    return `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}`
  if (kind < 0.8)
    return `Content-Type: ${type}\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${quoted(content)}`
  return `Content-Type: ${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${content}`
}

function multipart(kind: string, parts: readonly string[], random: Random): string {
  const boundary = `${pick(random, ['=_', '----=_Part_', '_000_', '--boundary_'])}${letters(random, 20)}`
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${parts.map((it) => `--${boundary}\r\n${it}\r\n`).join('')}--${boundary}--`
}

const types: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  html: 'text/html',
  htm: 'text/html',
  svg: 'image/svg+xml',
  zip: 'application/zip',
  ics: 'text/calendar',
  png: 'image/png',
  jpg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function attachment(name: string, random: Random): string {
  const ending = name.split('.').at(-1) ?? ''
  const content =
    ending === 'html' || ending === 'htm' || ending === 'svg'
      ? `<html><body><script>location="https://${letters(random, 9)}.com"</script></body></html>`
      : letters(random, 400)
  return `Content-Type: ${types[ending] ?? 'application/octet-stream'}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}`
}

const base64 = (content: string) =>
  Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n')

function quoted(content: string): string {
  const coded = [...Buffer.from(content.replace(/\r?\n/g, '\r\n'))]
    .map((byte) =>
      (byte >= 32 && byte < 127 && byte !== 61) || byte === 13 || byte === 10
        ? String.fromCharCode(byte)
        : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
  return coded.replace(/[^\r\n]{70}(?=[^\r\n]{4})/g, (line) => {
    const cut = /=[0-9A-F]?$/.exec(line)
    return cut === null ? `${line}=\r\n` : `${line.slice(0, cut.index)}=\r\n${cut[0]}`
  })
}

function encode(text: string): string {
  const plain = /^[\u0020-\u007e]*$/.test(text)
  return plain
    ? /[,:@<>"]/.test(text) && !/^[^<]*: /.test(text)
      ? `"${text.replaceAll('"', '')}"`
      : text
    : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`
}

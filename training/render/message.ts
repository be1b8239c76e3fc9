import type { Random } from '../random.ts'
import { disguise } from './disguise.ts'
import {
  attackTarget,
  displayName,
  honestTarget,
  letters,
  senderDomain,
  senderLocal,
  tracked,
} from './domains.ts'
import { fill, makeWorld, pick } from './fill.ts'
import { frame } from './frame.ts'
import { gatewayHeaders } from './gateways.ts'
import { quotedHistory } from './history.ts'
import { attachment, encode, multipart, part, picture } from './mime.ts'
import { escapeHtml, type Line, renderPage } from './page.ts'
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
  // Attacks copy the footers of the firm that they imitate, with its links.
  const beside = () =>
    isAttack && text.at !== undefined ? honestTarget(text.at, false, random) : honest()
  // The link shows an address: of the sender, or of the one whom an attack imitates.
  const shown = isAttack && text.at !== undefined ? text.at : domain
  const isHidden = isAttack && !isArabic && random.next() < 0.08
  const isAnswer = /^\s*(?:re|aw|رد)\s*:/i.test(subject)
  const hasHistory = isAnswer && random.next() < 0.6 && !/^>|wrote:|كتب/m.test(text.body)
  const filled =
    fill(thinned(text.body, random), world, random) +
    (hasHistory ? `\n\n${quotedHistory(world, random)}` : '')
  const written: Line[] = (isHidden ? disguise(filled, random) : filled)
    .trimEnd()
    .split('\n')
    .map((line) => {
      const button = /^\[(.+)\]\((|link|https:.+)\)$/.exec(line.trim())
      if (button === null) return { text: line }
      const place = button[2] ?? ''
      const isNamed = place.startsWith('https:')
      const to = isNamed ? place : isAttack ? shared : target()
      return {
        text: !isNamed && random.next() < 0.06 ? `https://www.${shown}/` : (button[1] ?? ''),
        target: to,
      }
    })
  const lines =
    style === 'designed' && random.next() < 0.6
      ? frame(written, world, isAttack && random.next() < 0.5 ? () => shared : beside, random)
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
                ? random.next() < 0.3
                  ? `https://${domain}/${letters(random, 12)}.gif`
                  : tracked(random)
                : undefined,
            unsubscribe,
            stuffing: random.next() < (isAttack ? 0.1 : 0.02) ? stuffing : '',
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
  // Attacks come in threads of hijacked mailboxes, and honest answers lose their thread.
  if (isAnswer && random.next() < (isAttack ? 0.5 : 0.85))
    headers.push(`In-Reply-To: <${letters(random, 20)}@${domain}>`)
  headers.unshift(...gatewayHeaders({ from, domain, recipient: world.recipient, isAttack }, random))
  const files = (text.attach === undefined ? [] : fill(text.attach, world, random).split(',')).map(
    (name) => (!isAttack && random.next() < 0.05 ? name.replace(/\.pdf$/, '.html') : name),
  )
  const isPicture = page !== undefined && random.next() < (isAttack ? 0.06 : 0.02)
  const shownPage = isPicture ? picturePage(shared, isArabic) : page
  return assemble(headers, { plain, page: shownPage, files, isAttack, isArabic }, random)
}

/** The text without some of its lines, so that no single line tells it. */
function thinned(body: string, random: Random): string {
  const lines = body.trimEnd().split('\n')
  if (lines.length < 6) return body
  return lines.filter((line) => line.startsWith('[') || random.next() > 0.12).join('\n')
}

/** A page that is one picture, so that no filter reads its words. */
const picturePage = (target: string, isArabic: boolean) =>
  `<html${isArabic ? ' dir="rtl"' : ''}><body><a href="${escapeHtml(target)}"><img src="cid:picture" width="600" alt=""></a></body></html>`

interface Content {
  readonly plain: string
  readonly page: string | undefined
  /** Names of attached files. */
  readonly files: readonly string[]
  readonly isAttack: boolean
  readonly isArabic: boolean
}

function assemble(headers: readonly string[], content: Content, random: Random): string {
  const { plain, page, files, isAttack, isArabic } = content
  const hasPlain = page === undefined || random.next() < (isAttack ? 0.55 : 0.65)
  const parts = [
    ...(hasPlain ? [part('text/plain', plain, isArabic, random)] : []),
    ...(page === undefined ? [] : [part('text/html', page, isArabic, random)]),
  ]
  const text = parts.length === 1 ? (parts[0] ?? '') : multipart('alternative', parts, random)
  const shows = page?.includes('cid:picture') === true
  const whole = shows ? multipart('related', [text, picture(random)], random) : text
  const attached = files.map((name) => attachment(name, isAttack, random))
  const body = attached.length === 0 ? whole : multipart('mixed', [whole, ...attached], random)
  const message = `${headers.join('\r\n')}\r\n${body}\r\n`
  return random.next() < 0.1 ? message.replaceAll('\r\n', '\n') : message
}

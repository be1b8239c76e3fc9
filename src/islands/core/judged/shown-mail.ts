import type { Place } from '../../../../judge/judgement.ts'
import type { Link } from '../../../../judge/read/read-html.ts'
import type { Mailbox, ReadMail } from '../../../../judge/read/read-mail.ts'
import { shownSender, visibleText } from '../../../lib/core/format/shown-sender.ts'
import type { Mark } from '../../../lib/core/judged/marks.ts'
import { isAbout, type Segment, saysItself, segmentsOf } from '../../../lib/core/judged/segments.ts'
import {
  longestText,
  mostFiles,
  mostMailboxes,
  mostOtherLinks,
  shownText,
} from '../../../lib/core/judged/shown-parts.ts'
import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { type Child, element } from './element.ts'

const longestTarget = 200

/** A mail as text, with the places that reasons name; nothing in it can be clicked or loaded. */
export function shownMail(mail: ReadMail, marks: readonly Mark[]): HTMLElement {
  const words = $judgedMailWords.get()
  const { segments, otherLinks } = segmentsOf(
    shownText(mail),
    mail.links,
    marks.filter(({ part }) => part === 'text' || part === 'link'),
  )
  const heading = element('h3', '', words.mail)
  const text = element('div', 'try-text', ...segments.flatMap(shownSegment))
  // It scrolls, by keyboard too.
  text.tabIndex = 0
  text.role = 'region'
  text.ariaLabel = words.mail
  if (mail.text.length > longestText) text.append(element('p', 'try-quiet', words.restNotShown))
  return element(
    'section',
    'try-mail',
    heading,
    element('dl', '', ...headerOf(mail, marks)),
    text,
    otherLinks.length === 0 ? undefined : linkList(otherLinks, marks),
  )
}

function headerOf(mail: ReadMail, marks: readonly Mark[]): Child[] {
  const words = $judgedMailWords.get()
  return [
    ...line(words.from, mailboxes([mail.from]), marks, 'from'),
    ...line(words.replyTo, mailboxes(mail.replyTo), marks, 'reply-to'),
    ...line(words.subject, subjectOf(mail, marks)),
    ...line(words.files, files(mail), marks, 'attachment'),
  ]
}

function subjectOf({ subject }: ReadMail, marks: readonly Mark[]): Child[] {
  if (subject === '') return []
  const about = marks.filter(({ part }) => part === 'subject')
  return [element('bdi', '', ...segmentsOf(subject, [], about).segments.flatMap(shownSegment))]
}

/** @param part the place of reasons that mark the whole line */
function line(
  name: string,
  content: readonly Child[],
  marks: readonly Mark[] = [],
  part?: Place['part'],
): Child[] {
  if (content.length === 0) return []
  const about = marks.filter((mark) => mark.part === part)
  const shown = element(about.length === 0 ? 'span' : 'mark', '', ...content)
  return [
    element('dt', '', name),
    element('dd', '', shown, ...about.map(({ number }) => badge(number))),
  ]
}

function mailboxes(all: readonly Mailbox[]): Child[] {
  const filled = all.filter(({ address, name }) => address !== '' || name !== '')
  return filled
    .slice(0, mostMailboxes)
    .flatMap(({ name, address }, index) => [
      index === 0 ? undefined : ', ',
      name === '' ? undefined : element('bdi', '', visibleText(name)),
      ' ',
      element('bdi', 'try-address', shownSender(address).text),
    ])
}

function files({ attachments }: ReadMail): Child[] {
  return attachments
    .slice(0, mostFiles)
    .flatMap(({ name, type }, index) => [
      index === 0 ? undefined : ', ',
      element('bdi', '', visibleText(name === '' ? type : name)),
    ])
}

function shownSegment({ text, marks, endsOfMarks, isLink, target }: Segment): Child[] {
  const shown = visibleText(text)
  const inLink = isLink === true ? element('span', 'try-link', shown) : shown
  return [
    marks.length === 0 ? inLink : element('mark', '', inLink),
    ...endsOfMarks.map(badge),
    target === undefined ? undefined : leadsTo(target),
  ]
}

function badge(number: number): HTMLElement {
  const { reasonNumber } = $judgedMailWords.get()
  const seen = element('span', 'try-number', String(number))
  seen.ariaHidden = 'true'
  return element(
    'span',
    '',
    seen,
    element('span', 'visually-hidden', ` ${reasonNumber({ number })} `),
  )
}

/** The address as text; its host stands out, because it says who answers. */
function leadsTo(target: string): HTMLElement {
  const { leadsTo } = $judgedMailWords.get()
  const url = URL.parse(target)
  const address = element('bdi', 'try-address')
  address.dir = 'ltr'
  if (url === null || url.host === '') address.append(cut(visibleText(target)))
  else {
    const rest = `${url.pathname}${url.search}${url.hash}`
    address.append(
      `${url.protocol}//`,
      element('b', '', shownSender(url.host).text),
      rest === '/' ? '' : cut(visibleText(rest)),
    )
  }
  return element('span', 'try-target', ` ${leadsTo} `, address, ' ')
}

function cut(text: string): string {
  return text.length > longestTarget ? `${text.slice(0, longestTarget)}…` : text
}

function linkList(links: readonly Link[], marks: readonly Mark[]): HTMLElement {
  const { otherLinks, restNotShown } = $judgedMailWords.get()
  const items = links.slice(0, mostOtherLinks).map((link) => {
    const about = marks.filter((mark) => mark.part === 'link' && isAbout(mark, link))
    return element(
      'li',
      '',
      saysItself(link) || link.text === '' ? undefined : visibleText(link.text),
      leadsTo(link.target),
      ...about.map(({ number }) => badge(number)),
    )
  })
  if (links.length > mostOtherLinks) items.push(element('li', 'try-quiet', restNotShown))
  return element('div', '', element('h4', '', otherLinks), element('ul', '', ...items))
}

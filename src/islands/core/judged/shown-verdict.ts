import type { Place } from '../../../../judge/judgement.ts'
import type { Link } from '../../../../judge/read/read-html.ts'
import type { Mailbox, ReadMail } from '../../../../judge/read/read-mail.ts'
import { shownSender, visibleText } from '../../../lib/core/format/shown-sender.ts'
import type { Mark } from '../../../lib/core/judged/marks.ts'
import {
  isAbout,
  longestText,
  mostFiles,
  mostMailboxes,
  mostOtherLinks,
  type Segment,
  saysItself,
  segmentsOf,
  shownText,
} from '../../../lib/core/judged/marks.ts'
import { type Child, icon, type Tree, tree } from '../../../lib/core/judged/tree.ts'
import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { levelIcons } from '../../../ui/level-icons.ts'

const longestTarget = 200

/** A mail as text, with the places that reasons name; nothing in it can be clicked or loaded. */
function shownMail(mail: ReadMail, marks: readonly Mark[]): Tree {
  const words = $judgedMailWords.get()
  const { header, text, otherLinks } = mailParts(mail, marks)
  // It scrolls, by keyboard too.
  const region = { class: 'try-text', tabindex: '0', role: 'region', 'aria-label': words.mail }
  return tree(
    'section',
    'try-mail',
    tree('h3', '', words.mail),
    header,
    tree('div', region, ...text),
    otherLinks.length === 0 ? undefined : linkList(otherLinks, marks),
  )
}

function mailParts(mail: ReadMail, marks: readonly Mark[]) {
  const { segments, otherLinks } = segmentsOf(
    shownText(mail),
    mail.links,
    marks.filter(({ part }) => part === 'text' || part === 'link'),
  )
  const { restNotShown } = $judgedMailWords.get()
  const rest = mail.text.length > longestText ? tree('p', 'try-quiet', restNotShown) : undefined
  return {
    header: tree('dl', '', ...headerOf(mail, marks)),
    text: [...segments.flatMap(shownSegment), rest],
    otherLinks,
  }
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
  return [tree('bdi', '', ...segmentsOf(subject, [], about).segments.flatMap(shownSegment))]
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
  const shown = markOf(
    about.map(({ number }) => number),
    ...content,
  )
  return [tree('dt', '', name), tree('dd', '', shown, ...about.map(({ number }) => badge(number)))]
}

function mailboxes(all: readonly Mailbox[]): Child[] {
  const filled = all.filter(({ address, name }) => address !== '' || name !== '')
  return filled
    .slice(0, mostMailboxes)
    .flatMap(({ name, address }, index) => [
      index === 0 ? undefined : ', ',
      name === '' ? undefined : tree('bdi', '', visibleText(name)),
      ' ',
      tree('bdi', 'try-address', shownSender(address).text),
    ])
}

function files({ attachments }: ReadMail): Child[] {
  return attachments
    .slice(0, mostFiles)
    .flatMap(({ name, type }, index) => [
      index === 0 ? undefined : ', ',
      tree('bdi', '', visibleText(name === '' ? type : name)),
    ])
}

function shownSegment({ text, marks, endsOfMarks, isLink, target }: Segment): Child[] {
  const shown = visibleText(text)
  const inLink = isLink === true ? tree('span', 'try-link', shown) : shown
  return [
    marks.length === 0 ? inLink : markOf(marks, inLink),
    ...endsOfMarks.map(badge),
    target === undefined ? undefined : leadsTo(target),
  ]
}

/** Words that reasons are about; the first reason says when they light up. */
function markOf([number]: readonly number[], ...content: readonly Child[]): Tree {
  return number === undefined
    ? tree('span', '', ...content)
    : tree('mark', { 'data-reason': String(number) }, ...content)
}

function badge(number: number): Tree {
  const { reasonNumber } = $judgedMailWords.get()
  return tree(
    'span',
    { 'data-reason': String(number) },
    tree('span', { class: 'try-number', 'aria-hidden': 'true' }, String(number)),
    tree('span', 'visually-hidden', ` ${reasonNumber({ number })} `),
  )
}

/** The address as text; its host stands out, because it says who answers. */
function leadsTo(target: string): Tree {
  const { leadsTo } = $judgedMailWords.get()
  const url = URL.parse(target)
  const address =
    url === null || url.host === ''
      ? [cut(visibleText(target))]
      : [`${url.protocol}//`, tree('b', '', shownSender(url.host).text), restOf(url)]
  const shown = tree('bdi', { class: 'try-address', dir: 'ltr' }, ...address)
  return tree('span', 'try-target', ` ${leadsTo} `, shown, ' ')
}

function restOf({ pathname, search, hash }: URL): string {
  const rest = `${pathname}${search}${hash}`
  return rest === '/' ? '' : cut(visibleText(rest))
}

function cut(text: string): string {
  return text.length > longestTarget ? `${text.slice(0, longestTarget)}…` : text
}

function linkList(links: readonly Link[], marks: readonly Mark[]): Tree {
  const { otherLinks, restNotShown } = $judgedMailWords.get()
  const items = links.slice(0, mostOtherLinks).map((link) => {
    const about = marks.filter((mark) => mark.part === 'link' && isAbout(mark, link))
    return tree(
      'li',
      '',
      saysItself(link) || link.text === '' ? undefined : visibleText(link.text),
      leadsTo(link.target),
      ...about.map(({ number }) => badge(number)),
    )
  })
  if (links.length > mostOtherLinks) items.push(tree('li', 'try-quiet', restNotShown))
  return tree('div', '', tree('h4', '', otherLinks), tree('ul', '', ...items))
}

/** A reason in words. */
interface Said {
  readonly text: string
  readonly mark: Mark | undefined
}

export interface Verdict {
  readonly level: keyof typeof levelIcons
  readonly advice: string
  readonly against: readonly Said[]
  readonly supporting: readonly Said[]
  readonly unchecked: readonly string[]
  /** Undefined if it cannot be shown. */
  readonly mail: ReadMail | undefined
  /** Follows on the reasons. */
  readonly note?: string
}

/** A verdict in a word or two. */
export function titleOf({ level, against }: Verdict): string {
  const words = $judgedMailWords.get()
  return level === 'safe' && against.length > 0 ? words.noted : words[level]
}

/** The verdict with its reasons, beside the mail. */
export function shownVerdict(verdict: Verdict): Tree {
  const words = $judgedMailWords.get()
  const { level, against, supporting, unchecked, mail, note } = verdict
  const heading = tree('h3', { tabindex: '-1' }, icon(levelIcons[level]), titleOf(verdict))
  const reasons = tree(
    'section',
    'try-verdict',
    tree(
      'div',
      { class: 'try-level', 'data-level': level },
      heading,
      tree('p', '', verdict.advice),
    ),
    ...list(words.against, against.map(finding)),
    ...list(words.supporting, supporting.map(finding)),
    unchecked.length === 0 ? undefined : folded(words.unchecked, unchecked),
    note === undefined ? undefined : tree('p', 'try-quiet', note),
  )
  const shown = mail && shownMail(mail, marksOf(verdict))
  return tree('div', 'try-result', reasons, shown)
}

/** The verdict in a line, the mail, and the reasons for what the verdict says. */
export function briefVerdict(verdict: Verdict, mail: ReadMail): Tree {
  const { level, against, supporting } = verdict
  const { header, text } = mailParts(mail, marksOf(verdict))
  const reasons = against.length === 0 ? supporting : against
  return tree(
    'div',
    'judged',
    tree(
      'p',
      { class: 'try-level', 'data-level': level },
      tree('b', '', icon(levelIcons[level]), titleOf(verdict)),
    ),
    header,
    tree('div', 'try-text', ...text),
    tree('ul', '', ...reasons.map(finding)),
  )
}

function marksOf({ against, supporting }: Verdict): Mark[] {
  return [...against, ...supporting].flatMap(({ mark }) => mark ?? [])
}

function list(title: string, items: readonly Tree[]): Child[] {
  return items.length === 0 ? [] : [tree('h4', '', title), tree('ul', '', ...items)]
}

function folded(title: string, items: readonly string[]): Tree {
  const lines = items.map((it) => tree('li', 'try-quiet', tree('span', '', it)))
  return tree('details', '', tree('summary', '', title), tree('ul', '', ...lines))
}

function finding({ text, mark }: Said): Tree {
  const number = mark && String(mark.number)
  return tree(
    'li',
    number === undefined ? '' : { 'data-reason': number },
    number === undefined ? undefined : tree('span', 'try-number', number),
    tree('span', '', text),
  )
}

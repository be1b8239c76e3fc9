import type { ReadMail } from '../../../../judge/read/read-mail.ts'
import type { Mark } from '../../../lib/core/judged/marks.ts'
import { type Child, icon, type Tree, tree } from '../../../lib/core/judged/tree.ts'
import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { levelIcons } from '../../../ui/level-icons.ts'
import { mailParts, shownMail } from './shown-mail.ts'

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

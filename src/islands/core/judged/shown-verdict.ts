import type { ReadMail } from '../../../../judge/read/read-mail.ts'
import type { Mark } from '../../../lib/core/judged/marks.ts'
import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { levelIcons } from '../../../ui/level-icons.ts'
import { type Child, element, icon } from './element.ts'
import { shownMail } from './shown-mail.ts'

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
  readonly after: readonly Child[]
}

interface Shown {
  readonly element: HTMLElement
  readonly heading: HTMLElement
  /** For the live region. */
  readonly announcement: string
}

/** The verdict with its reasons, beside the mail. */
export function shownVerdict(verdict: Verdict): Shown {
  const words = $judgedMailWords.get()
  const { level, against, supporting, unchecked, mail } = verdict
  const title = level === 'safe' && against.length > 0 ? words.noted : words[level]
  const heading = element('h3', '', icon(levelIcons[level]), title)
  heading.tabIndex = -1
  const lead = element('div', 'try-level', heading, element('p', '', verdict.advice))
  lead.dataset.level = level
  const reasons = element(
    'section',
    'try-verdict',
    lead,
    ...list(words.against, against.map(finding)),
    ...list(words.supporting, supporting.map(finding)),
    unchecked.length === 0 ? undefined : folded(words.unchecked, unchecked),
    ...verdict.after,
  )
  const marks = [...against, ...supporting].flatMap(({ mark }) => mark ?? [])
  const shown = mail === undefined ? undefined : shownMail(mail, marks)
  return {
    element: element('div', 'try-result', reasons, shown),
    heading,
    announcement: title,
  }
}

function list(title: string, items: readonly HTMLElement[]): Child[] {
  return items.length === 0 ? [] : [element('h4', '', title), element('ul', '', ...items)]
}

function folded(title: string, items: readonly string[]): HTMLElement {
  const lines = items.map((it) => element('li', 'try-quiet', element('span', '', it)))
  return element('details', '', element('summary', '', title), element('ul', '', ...lines))
}

function finding({ text, mark }: Said): HTMLElement {
  const seen = mark && element('span', 'try-number', String(mark.number))
  return element('li', '', seen, element('span', '', text))
}

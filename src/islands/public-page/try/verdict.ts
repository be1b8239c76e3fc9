import { $judgeReasonsWords } from '../../../../judge/reasons/judge-reasons.words.yaml'
import { sayReason } from '../../../../judge/reasons/say-reason.ts'
import { type Finding, findingsOf } from '../../../lib/public-page/try/findings.ts'
import type { Judged } from '../../../lib/public-page/try/judge-here.ts'
import { uncheckedOf } from '../../../lib/public-page/try/unchecked.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { levelIcons } from '../../../ui/level-icons.ts'
import { type Child, element, icon } from './element.ts'
import { type Mark, shownMail } from './shown-mail.ts'

interface Shown {
  readonly element: HTMLElement
  readonly heading: HTMLElement
  /** For the live region. */
  readonly announcement: string
}

/** The verdict with its reasons, beside the mail. */
export function shownVerdict(judged: Judged, after: readonly Child[]): Shown {
  const words = $tryMailWords.get()
  const { level } = judged.judgement
  const { against, supporting } = findingsOf(judged)
  const marks = [...against, ...supporting].flatMap(markOf)
  const heading = element('h3', '', icon(levelIcons[level]), words[level])
  heading.tabIndex = -1
  const lead = element(
    'div',
    'try-level',
    heading,
    element('p', '', level === 'safe' ? words.safeAdvice : words.suspiciousAdvice),
  )
  lead.dataset.level = level
  const verdict = element(
    'section',
    'try-verdict',
    lead,
    ...list(words.against, against.map(finding)),
    ...list(words.supporting, supporting.map(finding)),
    ...list(
      words.unchecked,
      uncheckedOf(judged).map((it) => element('li', 'try-quiet', element('span', '', words[it]))),
    ),
    element('p', 'try-quiet', words.keptNowhere),
    ...after,
  )
  const shown = element('div', 'try-result', verdict, shownMail(judged.mail, marks))
  return { element: shown, heading, announcement: words[level] }
}

function markOf({ reason, number }: Finding): Mark[] {
  return reason.place === undefined || number === undefined ? [] : [{ ...reason.place, number }]
}

function list(title: string, items: readonly HTMLElement[]): Child[] {
  return items.length === 0 ? [] : [element('h4', '', title), element('ul', '', ...items)]
}

function finding({ reason, number }: Finding): HTMLElement {
  const said = sayReason($judgeReasonsWords.get(), reason)
  const seen = number === undefined ? undefined : element('span', 'try-number', String(number))
  return element('li', '', seen, element('span', '', said))
}

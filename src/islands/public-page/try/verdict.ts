import { adviceOf } from '../../../../judge/reasons/advice.ts'
import { $judgeReasonsWords } from '../../../../judge/reasons/judge-reasons.words.yaml'
import { sayReason } from '../../../../judge/reasons/say-reason.ts'
import { shownText } from '../../../lib/core/format/shown-sender.ts'
import { type Finding, findingsOf } from '../../../lib/public-page/try/findings.ts'
import type { Judged } from '../../../lib/public-page/try/judge-here.ts'
import { uncheckedOf } from '../../../lib/public-page/try/unchecked.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { levelIcons } from '../../../ui/level-icons.ts'
import { type Child, element, icon } from './element.ts'
import { shownMail } from './shown-mail.ts'

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
  const marks = [...against, ...supporting].flatMap(({ mark }) => mark ?? [])
  const title = level === 'safe' && against.length > 0 ? words.noted : words[level]
  const heading = element('h3', '', icon(levelIcons[level]), title)
  heading.tabIndex = -1
  const lead = element(
    'div',
    'try-level',
    heading,
    element('p', '', against.length === 0 ? words.safeAdvice : words[adviceOf(judged.judgement)]),
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
  return { element: shown, heading, announcement: title }
}

function list(title: string, items: readonly HTMLElement[]): Child[] {
  return items.length === 0 ? [] : [element('h4', '', title), element('ul', '', ...items)]
}

function finding({ reason, mark }: Finding): HTMLElement {
  const said = sayReason($judgeReasonsWords.get(), reason, shownText)
  const seen = mark && element('span', 'try-number', String(mark.number))
  return element('li', '', seen, element('span', '', said))
}

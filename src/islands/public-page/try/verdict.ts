import { adviceOf } from '../../../../judge/reasons/advice.ts'
import { $judgeReasonsWords } from '../../../../judge/reasons/judge-reasons.words.yaml'
import { sayReason } from '../../../../judge/reasons/say-reason.ts'
import { shownText } from '../../../lib/core/format/shown-sender.ts'
import { type Finding, findingsOf } from '../../../lib/public-page/try/findings.ts'
import type { Judged } from '../../../lib/public-page/try/judge-here.ts'
import { type Child, icon, type Tree, tree } from '../../../lib/public-page/try/tree.ts'
import { uncheckedOf } from '../../../lib/public-page/try/unchecked.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import { levelIcons } from '../../../ui/level-icons.ts'
import { mailParts, shownMail } from './shown-mail.ts'

/** A verdict in a word or two. */
export function titleOf({ level }: Judged['judgement'], against: readonly Finding[]): string {
  const words = $tryMailWords.get()
  return level === 'safe' && against.length > 0 ? words.noted : words[level]
}

/** The verdict with its reasons, beside the mail. */
export function shownVerdict(judged: Judged): Tree {
  const words = $tryMailWords.get()
  const { judgement, mail } = judged
  const { against, supporting } = findingsOf(judged)
  const heading = { tabindex: '-1' }
  const title = titleOf(judgement, against)
  const verdict = tree(
    'section',
    'try-verdict',
    tree(
      'div',
      { class: 'try-level', 'data-level': judgement.level },
      tree('h3', heading, icon(levelIcons[judgement.level]), title),
      tree('p', '', against.length === 0 ? words.safeAdvice : words[adviceOf(judgement)]),
    ),
    ...list(words.against, against.map(shownFinding)),
    ...list(words.supporting, supporting.map(shownFinding)),
    ...list(
      words.unchecked,
      uncheckedOf(judged).map((it) => tree('li', 'try-quiet', tree('span', '', words[it]))),
    ),
    tree('p', 'try-quiet', words.keptNowhere),
  )
  return tree('div', 'try-result', verdict, shownMail(mail, marksOf(against, supporting)))
}

/** The verdict in a line, the mail, and the reasons for what the verdict says. */
export function briefVerdict(judged: Judged): Tree {
  const { judgement, mail } = judged
  const { against, supporting } = findingsOf(judged)
  const { header, text } = mailParts(mail, marksOf(against, supporting))
  const reasons = against.length === 0 ? supporting : against
  return tree(
    'div',
    'judged',
    tree(
      'p',
      { class: 'try-level', 'data-level': judgement.level },
      tree('b', '', icon(levelIcons[judgement.level]), titleOf(judgement, against)),
    ),
    header,
    tree('div', 'try-text', ...text),
    tree('ul', '', ...reasons.map(shownFinding)),
  )
}

function marksOf(...findings: readonly (readonly Finding[])[]) {
  return findings.flat().flatMap(({ mark }) => mark ?? [])
}

function list(title: string, items: readonly Tree[]): Child[] {
  return items.length === 0 ? [] : [tree('h4', '', title), tree('ul', '', ...items)]
}

function shownFinding({ reason, mark }: Finding): Tree {
  const said = sayReason($judgeReasonsWords.get(), reason, shownText)
  const number = mark && String(mark.number)
  return tree(
    'li',
    number === undefined ? '' : { 'data-reason': number },
    number === undefined ? undefined : tree('span', 'try-number', number),
    tree('span', '', said),
  )
}

import { adviceOf } from '../../../../judge/reasons/advice.ts'
import { $judgeReasonsWords } from '../../../../judge/reasons/judge-reasons.words.yaml'
import { sayReason } from '../../../../judge/reasons/say-reason.ts'
import { shownText } from '../../../lib/core/format/shown-sender.ts'
import { $judgedMailWords } from '../../../lib/core/words/judged-mail.words.yaml'
import { type Finding, findingsOf, uncheckedOf } from '../../../lib/public-page/try/findings.ts'
import type { Judged } from '../../../lib/public-page/try/judge-here.ts'
import { $tryMailWords } from '../../../lib/public-page/words/try-mail.words.yaml'
import type { Verdict } from '../../core/judged/shown-verdict.ts'

/** The verdict of the judge in this page, with its reasons in words. */
export function verdictOf(judged: Judged): Verdict {
  const words = { ...$judgedMailWords.get(), ...$tryMailWords.get() }
  const { against, supporting } = findingsOf(judged)
  const say = ({ reason, mark }: Finding) => {
    return { text: sayReason($judgeReasonsWords.get(), reason, shownText), mark }
  }
  return {
    level: judged.judgement.level,
    advice: against.length === 0 ? words.safeAdvice : words[adviceOf(judged.judgement)],
    against: against.map(say),
    supporting: supporting.map(say),
    unchecked: uncheckedOf(judged).map((it) => words[it]),
    mail: judged.mail,
    note: words.keptNowhere,
  }
}

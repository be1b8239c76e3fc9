import { adviceOf } from '../../judge/reasons/advice.ts'
import { $judgeReasonsWords } from '../../judge/reasons/judge-reasons.words.yaml'
import { sayReason } from '../../judge/reasons/say-reason.ts'
import { shownVerdict, titleOf, type Verdict } from '../../src/islands/core/judged/shown-verdict.ts'
import { shownText } from '../../src/lib/core/format/shown-sender.ts'
import { $judgedMailWords } from '../../src/lib/core/words/judged-mail.words.yaml'
import { type Finding, findingsOf } from '../../src/lib/public-page/try/findings.ts'
import { uncheckedOf } from '../../src/lib/public-page/try/unchecked.ts'
import { $tryMailWords } from '../../src/lib/public-page/words/try-mail.words.yaml'
import type { Shown } from '../core/messages.ts'
import { localeOf, type Settings } from '../core/settings.ts'
import { speak } from '../core/speak.ts'
import type { JudgedMail } from './judge-mail.ts'

/** @param isSource whether the mail is the one that arrived, with its headers */
export function shownOf(judged: JudgedMail, settings: Settings, isSource: boolean): Shown {
  const words = speak(settings)
  const verdict = verdictOf(judged, isSource, { ...$tryMailWords.get(), ...words })
  const title = words.verdict({ title: titleOf(verdict) })
  return {
    level: verdict.level,
    title,
    score: judged.judgement.score,
    hasLine: verdict.level !== 'safe' || settings.showsAll,
    locale: localeOf(settings),
    details: shownVerdict(verdict),
    words: { label: words.label, why: words.why, less: words.less },
  }
}

type Words = ReturnType<typeof speak> & ReturnType<typeof $tryMailWords.get>

function verdictOf({ mail, judgement }: JudgedMail, isSource: boolean, words: Words): Verdict {
  const judged = { kind: 'mail', mail, judgement } as const
  const judgedWords = $judgedMailWords.get()
  const { against, supporting } = findingsOf(judged)
  const say = ({ reason, mark }: Finding) => {
    return { text: sayReason($judgeReasonsWords.get(), reason, shownText), mark }
  }
  const unchecked = uncheckedOf(judged).filter((it) => isSource || it !== 'no_headers')
  return {
    level: judgement.level,
    advice: against.length === 0 ? words.safeAdvice : judgedWords[adviceOf(judgement)],
    against: against.map(say),
    supporting: supporting.map(say),
    unchecked: [
      ...(isSource ? [] : [words.headersMissing]),
      ...unchecked.map((it) => ({ ...judgedWords, ...words })[it]),
    ],
    mail,
    note: words.keptNowhere,
  }
}

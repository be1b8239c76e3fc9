import { adviceOf } from '../../judge/reasons/advice.ts'
import { $judgeReasonsWords } from '../../judge/reasons/judge-reasons.words.yaml'
import { sayReason } from '../../judge/reasons/say-reason.ts'
import { shownVerdict, titleOf, type Verdict } from '../../src/islands/core/judged/shown-verdict.ts'
import { shownText } from '../../src/lib/core/format/shown-sender.ts'
import { $judgedMailWords } from '../../src/lib/core/words/judged-mail.words.yaml'
import { type Finding, findingsOf, uncheckedOf } from '../../src/lib/public-page/try/findings.ts'
import { $tryMailWords } from '../../src/lib/public-page/words/try-mail.words.yaml'
import type { Act, Shown } from '../core/messages.ts'
import { speak } from '../core/say-failure.ts'
import { localeOf, type Settings } from '../core/settings.ts'
import type { JudgedMail, KnownMail } from './judge-mail.ts'

/** @param isSource whether the mail is the one that arrived, with its headers */
export function shownOf(judged: JudgedMail, settings: Settings, isSource: boolean): Shown {
  const words = speak(settings)
  const verdict = verdictOf(judged, isSource, { ...$tryMailWords.get(), ...words })
  const [proof] = proofsOf(judged, words)
  const title = words.verdict({
    title:
      verdict.level === 'malicious' ? words.dangerous({ reason: proof ?? '' }) : titleOf(verdict),
  })
  const { mail, judgement, id, known } = judged
  const sender = mail.from.address
  return {
    level: verdict.level,
    title,
    score: judged.judgement.score,
    hasLine: verdict.level !== 'safe' || settings.showsAll,
    locale: localeOf(settings),
    details: shownVerdict(verdict),
    words: {
      ...{ label: words.label, why: words.why, less: words.less },
      ...{ block: words.block, trust: words.trust, report: words.report },
    },
    mail: { sender, messageId: id, level: judgement.level },
    acts: known?.kind === 'known' || known?.kind === 'unknown' ? actsOn(sender, known) : [],
  }
}

type Words = ReturnType<typeof speak> & ReturnType<typeof $tryMailWords.get>

/** A sender who is blocked is not to be blocked again. */
function actsOn(sender: string, known: KnownMail): Act[] {
  const flag = known.kind === 'known' ? known.flag_type : null
  const isSender = sender.includes('@')
  return [
    ...(isSender && flag !== 'red' ? ['block' as const] : []),
    ...(isSender && flag !== 'green' ? ['trust' as const] : []),
    'report',
  ]
}

/** Facts that the account knows and the judge does not, as sentences. */
function proofsOf({ known }: JudgedMail, words: Pick<Words, 'youBlock' | 'cameAs'>): string[] {
  if (known?.kind !== 'known') return []
  const { flag_type, flag_value, threat_level, reason } = known
  const isFound = threat_level === 'malicious' || threat_level === 'suspicious'
  return [
    ...(flag_type === 'red' ? [words.youBlock({ sender: flag_value })] : []),
    ...(isFound ? [reason === '' ? words.cameAs : reason] : []),
  ]
}

/** Never milder than the judge's: a sender chooses the Message-ID, and can forge an address that is trusted. */
function levelOf({ judgement, known }: JudgedMail): Verdict['level'] {
  if (known?.kind !== 'known') return judgement.level
  if (known.flag_type === 'red' || known.threat_level === 'malicious') return 'malicious'
  return known.threat_level === 'suspicious' ? 'suspicious' : judgement.level
}

function noteOf({ known }: JudgedMail, words: Words): string {
  if (known === undefined) return words.keptNowhere
  if (known.kind === 'ended') return words.ended
  if (known.kind === 'policy') return words.judgedFor({ organization: known.organization })
  return known.kind === 'known' ? words.askedAbout : words.notAsked
}

function verdictOf(whole: JudgedMail, isSource: boolean, words: Words): Verdict {
  const { mail, judgement } = whole
  const judged = { kind: 'mail', mail, judgement } as const
  const judgedWords = $judgedMailWords.get()
  const { against, supporting } = findingsOf(judged)
  const say = ({ reason, mark }: Finding) => {
    return { text: sayReason($judgeReasonsWords.get(), reason, shownText), mark }
  }
  const proofs = proofsOf(whole, words)
  const isAgainst = against.length + proofs.length > 0
  const unchecked = uncheckedOf(judged).filter((it) =>
    it === 'no_headers' ? isSource : it !== 'organization' || !whole.knowsOrganization,
  )
  return {
    level: levelOf(whole),
    advice: isAgainst ? judgedWords[adviceOf(judgement)] : words.safeAdvice,
    against: [...proofs.map((text) => ({ text, mark: undefined })), ...against.map(say)],
    supporting: supporting.map(say),
    unchecked: [
      ...(isSource ? [] : [words.headersMissing]),
      ...unchecked.map((it) => ({ ...judgedWords, ...words })[it]),
    ],
    mail,
    note: noteOf(whole, words),
  }
}

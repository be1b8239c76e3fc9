import type { ReportedSymbol } from '../../../contract/gateways/take-rspamd-report.ts'
import { isJudged, type JudgedCode } from '../../emails/emails.ts'

/** Set by the plugin, with an option for each organization that it asked for. */
const judgeSymbol = 'AMAN_JUDGE'

/** The judge's opinion of a mail on its way, for one organization. */
export interface ReportedJudgement {
  readonly level: 'safe' | 'suspicious'
  /** Evidence against a mail that is marked; undefined if it is not, or the judge only watches. */
  readonly marked: readonly JudgedCode[] | undefined
}

/** `<organization> <mode> <level> <code>,<code>`; see files/judge.ts. */
const option = /^([\w-]+) (watch|mark) (safe|suspicious) ([a-z_,]*)$/

/** @returns undefined if the judge was not asked for this organization */
export function judgementIn(
  symbols: readonly ReportedSymbol[],
  organizationId: string,
): ReportedJudgement | undefined {
  const options = symbols.flatMap(({ name, options }) => (name === judgeSymbol ? options : []))
  for (const text of options) {
    const [, organization, mode, level, codes = ''] = option.exec(text) ?? []
    if (organization !== organizationId) continue
    if (level !== 'suspicious') return { level: 'safe', marked: undefined }
    const known = codes
      .split(',')
      .map((code) => `judge_${code}`)
      .filter(isJudged)
    const found = known.length === 0 ? (['judge_marks'] as const) : known
    return { level, marked: mode === 'mark' ? found : undefined }
  }
  return undefined
}

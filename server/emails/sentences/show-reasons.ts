import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import type { Scans } from '../../database/tables/tables.ts'
import { sentenceIn } from './translate.ts'

const indicatorList = v.array(v.string())

/** Why a mail was judged as it was, as its recipient reads it. */
export function showReasons(
  { detection_reason, indicators }: Pick<Selectable<Scans>, 'detection_reason' | 'indicators'>,
  locale: Locale = baseLocale,
) {
  const found = v.parse(indicatorList, JSON.parse(indicators))
  return {
    detection_reason: sentenceIn(locale, detection_reason),
    scan_details: {
      content_analysis: { indicators: found.map((sentence) => sentenceIn(locale, sentence)) },
    },
  }
}

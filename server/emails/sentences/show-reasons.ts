import { baseLocale, type Locale } from '../../../contract/core/locale.ts'
import { type KeptReasons, readIndicators, readReason, sentenceIn } from './sentence.ts'

/** Why a mail was judged as it was, as its recipient reads it. */
export function showReasons(kept: KeptReasons, locale: Locale = baseLocale) {
  return {
    detection_reason: sentenceIn(locale, readReason(kept)),
    scan_details: {
      content_analysis: {
        indicators: readIndicators(kept).map((sentence) => sentenceIn(locale, sentence)),
      },
    },
  }
}

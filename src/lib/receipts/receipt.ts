import { baseLocale } from '../../../contract/core/locale.ts'
import {
  generateReceiptEndpoint,
  receiptMonths,
  receiptYears,
} from '../../../contract/receipts/generate-receipt.ts'
import { urlOf } from '../core/api/api-base.ts'
import { call } from '../core/api/http.ts'
import { webAddressOf } from '../core/api/site-config.ts'
import { displayMonth } from '../core/i18n/format.ts'
import { $locale } from '../core/i18n/i18n.ts'
import { rejectFields, reportFailure, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $receiptWords } from './words/receipt.words.yaml'

export { receiptMonths, receiptYears }

const notices = noticesAbout('receipt')

export interface Receipt {
  readonly url: string
  readonly totalCost: number
  readonly totalScans: number
  readonly message: string
}

/** @returns the invalid fields, or undefined if the receipt can be requested (R211) */
export function checkReceipt(form: FormData): Submitted | undefined {
  notices.drop()
  if (textOf(form, 'organization_id') !== '') return undefined
  return rejectFields(notices, $receiptWords.get().missing, ['organization_id'])
}

/** @returns the receipt, or how it failed after showing the error (R212-R215) */
export async function generateReceipt(
  form: FormData,
): Promise<Submitted | { readonly status: 'generated'; readonly receipt: Receipt }> {
  const receiptWords = $receiptWords.get()
  const year = Number(textOf(form, 'year'))
  const month = Number(textOf(form, 'month'))
  try {
    const answer = await call(generateReceiptEndpoint, {
      organization_id: textOf(form, 'organization_id'),
      year: receiptYears.find((known) => known === year) ?? 2025,
      month: receiptMonths.find((known) => known === month) ?? 1,
    })
    const url = webAddressOf(new URL(answer.receipt_url, new URL(urlOf('/'), location.href)).href)
    if (url !== undefined) {
      const { total_cost, total_scans } = answer
      const message = wordsInPageLanguage(answer.message, year, month)
      const receipt = { url, totalCost: total_cost, totalScans: total_scans, message }
      return { status: 'generated', receipt }
    }
    notices.problem(receiptWords.failed + receiptWords.notALink)
    return { status: 'failed' }
  } catch (error) {
    return reportFailure(notices, error, { prefix: receiptWords.failed, order: ['message'] }, form)
  }
}

/** The server writes English, so a page in another language describes the receipt itself. */
function wordsInPageLanguage(message: string, year: number, month: number): string {
  if ($locale.get() === baseLocale) return message
  const middle = `${year}-${String(month).padStart(2, '0')}-15T12:00:00Z`
  return $receiptWords.get().made({ period: displayMonth(middle) })
}

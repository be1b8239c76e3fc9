import { baseLocale } from '../../contract/core/locale.ts'
import { knownLocale } from '../core/locale.ts'
import type { CallContext } from '../http/call-context.ts'
import type { Services } from '../http/services.ts'
import { secureHtml } from '../http/site/security-headers.ts'
import { opens, receiptPathUntil, receiptsOf } from './issue-receipt.ts'
import { closedLinkPage, receiptPage, receiptPolicy } from './receipt-page.ts'

/** GET /receipts/{number}, an addition: the page that `receipt_url` opens without a token. */
export function openReceipt({ database, clock, receiptLinks }: Services) {
  return async ({ req }: CallContext): Promise<Response> => {
    const link = {
      number: req.param('number') ?? '',
      expires: req.query('expires') ?? '',
      signature: req.query('signature') ?? '',
    }
    const receipt = opens(link, receiptLinks, clock())
      ? await database
          .selectFrom('receipts')
          .selectAll()
          .where('number', '=', link.number)
          .executeTakeFirst()
      : undefined
    const locale = knownLocale(req.query('locale')) ?? baseLocale
    if (receipt === undefined) return secureHtml(await closedLinkPage(locale), receiptPolicy, 403)
    const { organization_id, month, supplement } = receipt
    const issued = supplement === 0 ? [] : await receiptsOf(database, organization_id, month)
    const earlier = issued
      .filter((other) => other.supplement < supplement)
      .map(({ number, scans }) => ({
        number,
        scans,
        path: receiptPathUntil(number, receiptLinks, link.expires, locale),
      }))
    return secureHtml(await receiptPage(receipt, earlier, locale), receiptPolicy, 200)
  }
}

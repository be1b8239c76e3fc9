import type { CallContext } from '../http/bind.ts'
import { secureHtml } from '../http/secure-html.ts'
import type { Parts } from '../parts.ts'
import { opens } from './receipt-link.ts'
import { closedLinkPage, receiptPage, receiptPolicy } from './receipt-page.ts'

/** GET /receipts/{number}, an addition: what `receipt_url` leads to, for people and without a token. */
export function openReceipt({ database, clock, receiptLinks }: Parts) {
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
    return receipt === undefined
      ? secureHtml(await closedLinkPage(), receiptPolicy, 403)
      : secureHtml(await receiptPage(receipt), receiptPolicy, 200)
  }
}

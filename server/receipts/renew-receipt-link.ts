import {
  renewReceiptLinkEndpoint,
  unknownReceipt,
} from '../../contract/receipts/renew-receipt-link.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { HttpError } from '../core/http-error.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { receiptPath } from './issue-receipt.ts'
import { localeOfReceipt } from './receipt-page.ts'

/** POST /admin/receipts/{id}/link: earlier links have expired, and a receipt is kept. */
export function renewReceiptLink(services: Services) {
  const { database, clock, receiptLinks, publicUrl } = services
  return bindUser(services, renewReceiptLinkEndpoint, async ({ id }, caller) => {
    const now = clock()
    await database.transaction().execute(async (transaction) => {
      await transaction
        .selectFrom('receipts')
        .select('number')
        .where('number', '=', id)
        .executeTakeFirstOrThrow(() => new HttpError(unknownReceipt, {}))
      await recordAct(services, transaction, actorOf(caller), {
        action: 'receipt-link',
        target: 'receipt',
        targetId: id,
      })
    })
    const path = receiptPath(id, receiptLinks, now, localeOfReceipt(caller))
    return { receipt_url: `${publicUrl ?? caller.origin()}${path}` }
  })
}

import { baseLocale } from '../../contract/core/locale.ts'
import {
  generateReceiptEndpoint,
  monthNotOver,
  unknownOrganization,
} from '../../contract/receipts/generate-receipt.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { formatFils, jodOf } from '../core/formats.ts'
import { HttpError } from '../core/http-error.ts'
import { wordsIn } from '../core/locale.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import type { Services } from '../http/services.ts'
import { issueReceipt, receiptPath } from './issue-receipt.ts'
import { isOver, localeOfReceipt, monthKey, periodName, receiptWords } from './receipt-page.ts'

/** POST /admin/generate-receipt/{organization_id}/{year}/{month} (R284, R365, R366). */
export function generateReceipt(services: Services) {
  const { database, clock, receiptLinks, publicUrl } = services
  return bindUser(services, generateReceiptEndpoint, async (input, caller) => {
    const now = clock()
    const month = monthKey(input.year, input.month)
    const receipt = await database.transaction().execute(async (transaction) => {
      const organization = await findOrganization(transaction, String(input.organization_id))
      if (!isOver(input.year, input.month, now)) {
        throw new HttpError(monthNotOver, { year: input.year, month: input.month })
      }
      const { receipt: issued, isNew } = await issueReceipt(
        transaction,
        organization,
        month,
        now,
        services.prices,
      )
      await recordAct(services, transaction, actorOf(caller), {
        action: isNew ? 'receipt-issue' : 'receipt-link',
        target: 'receipt',
        targetId: issued.number,
      })
      return issued
    })
    const { number, scans, cost_fils } = receipt
    // The message is for the page, and the link for the reader of the receipt.
    const { locale = baseLocale } = caller
    const path = receiptPath(number, receiptLinks, now, localeOfReceipt(caller))
    const words = wordsIn(receiptWords, locale)
    return {
      success: true,
      receipt_url: `${publicUrl ?? caller.origin()}${path}`,
      total_cost: jodOf(cost_fils),
      total_scans: scans,
      message: words.issuedMessage({
        name: receipt.supplement === 0 ? words.receipt : words.supplement,
        number,
        period: periodName(month, locale),
        cost: formatFils(cost_fils, locale),
      }),
    }
  })
}

async function findOrganization(database: Database, id: string) {
  const organization = await database
    .selectFrom('organizations')
    .select(['id', 'name', 'industry'])
    .where('id', '=', id)
    // At New Year two number series may be in use at once, but a month has one receipt.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new HttpError(unknownOrganization, {}))
  return organization
}

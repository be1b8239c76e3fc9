import { sql } from 'kysely'
import { baseLocale } from '../../contract/core/locale.ts'
import {
  generateReceiptEndpoint,
  monthNotOver,
  unknownOrganization,
} from '../../contract/receipts/generate-receipt.ts'
import { issuedReceipt, listReceiptsEndpoint } from '../../contract/receipts/list-receipts.ts'
import { actorOf, recordAct } from '../audit/audit.ts'
import { formatFils, jodOf } from '../core/formats.ts'
import { HttpError } from '../core/http-error.ts'
import { wordsIn } from '../core/locale.ts'
import type { Part } from '../database/keyset.ts'
import type { Database } from '../database/tables/tables.ts'
import { bindUser } from '../http/bind.ts'
import { bindList } from '../http/bind-list.ts'
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

/** GET /admin/receipts, the newest first. */
export function listReceipts(services: Services) {
  return bindList(services, listReceiptsEndpoint, {
    item: issuedReceipt,
    query: ({ organization_id }) => ({
      table: {
        name: 'receipts',
        read: (part) => readPart(services.database, part),
        ...(organization_id === undefined ? {} : scopeOf(organization_id)),
      },
      // Numbers rise with the time of issue.
      sorts: { issued_at: { column: 'receipts.number', type: 'text', isUnique: true } },
      usual: { sort: 'issued_at', order: 'desc' },
    }),
    show: ({ number, supplement, cost_fils, scans, ...receipt }) => ({
      ...receipt,
      id: number,
      is_supplement: supplement > 0,
      total_scans: scans,
      total_cost: jodOf(cost_fils),
    }),
  })
}

/** An organization has a receipt for each month, and few supplements. */
function scopeOf(organizationId: string) {
  return { scope: sql<boolean>`receipts.organization_id = ${organizationId}`, isShort: true }
}

function readPart(database: Database, { condition, sortKey, order, limit }: Part) {
  return database
    .selectFrom('receipts')
    .select(['number', 'month', 'supplement', 'issued_at', 'scans', 'cost_fils'])
    .select('number as id')
    .select(sortKey.as('sort_key'))
    .where(condition)
    .orderBy(order)
    .limit(limit)
    .execute()
}

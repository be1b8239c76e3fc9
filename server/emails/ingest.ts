import type { Gateway } from '../http/idempotency-key.ts'
import type { Services } from '../http/services.ts'
import { answerOnce, type Ingested } from './answer-once.ts'
import { type AddressedScan, judgeMail } from './judged-mail.ts'
import { keepMail } from './keep-mail.ts'
import type { Report } from './read-report.ts'
import { timeFault } from './received-at.ts'
import { findRecipients, recipientFault } from './recipients.ts'
import { errorOf, showRejected, sortScans } from './reject-scans.ts'

/**
 * Stores the scans that a gateway reports, only once for an idempotency key. The valid scans of a batch
 * are stored in one transaction; the others are rejected one by one.
 * @throws HttpError if no scan is valid, or the key belongs to another report
 */
export async function ingestScans(
  services: Pick<Services, 'database' | 'clock' | 'trustablePublicMail'>,
  gateway: Gateway,
  report: Report,
  countScans: Services['countScans'] = () => {},
): Promise<Ingested> {
  const now = services.clock()
  // Nothing of a report that was stored before.
  let stored: Ingested['scans'] = []
  const answer = await services.database.transaction().execute((database) =>
    answerOnce(database, now, gateway, report.given, async (keepAnswer) => {
      const place = { ...services, database }
      const { organizationId } = gateway
      const ingested = await ingestWithin(place, now, organizationId, report, keepAnswer)
      stored = ingested.scans
      return ingested
    }),
  )
  countScans(stored.map(({ threat_level }) => threat_level))
  return answer
}

/**
 * Runs in the caller's transaction.
 * @param keepAnswer called before the mail is written, and then the transaction ends with that; without
 * it the transaction goes on
 */
export async function ingestWithin(
  services: Pick<Services, 'database' | 'trustablePublicMail'>,
  now: Date,
  organizationId: string,
  report: Report,
  keepAnswer?: (answer: Ingested) => Promise<void>,
): Promise<Ingested> {
  const { database } = services
  const scans = report.scans.map(({ scan }) => scan)
  const recipientOf = await findRecipients(database, organizationId, scans)
  const { taken, refused } = sortScans<AddressedScan>(report, (reported) => {
    const { scan } = reported
    const userId = recipientOf(scan)
    return (
      timeFault(reported, now) ??
      (userId === undefined ? recipientFault(reported) : { scan, userId })
    )
  })
  if (taken.length === 0) throw errorOf(report, refused)
  const mails = await judgeMail(services, organizationId, taken, now)
  const answer = {
    scans: mails.map(({ id, level }) => ({ id, threat_level: level })),
    ...(refused.length === 0 ? {} : { refused: showRejected(refused) }),
  }
  await keepAnswer?.(answer)
  const endsTransaction = keepAnswer !== undefined
  await keepMail(database, now, organizationId, { mails, endsTransaction })
  return answer
}

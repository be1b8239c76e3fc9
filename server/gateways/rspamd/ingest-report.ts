import type { Weakened } from '../../emails/emails.ts'
import {
  type AddressedScan,
  findRecipients,
  type JudgedMail,
  judgeMail,
  keepMail,
  sortRepeats,
} from '../../emails/emails.ts'
import type { Services } from '../../http/services.ts'
import type { ReadReport } from './read-report.ts'

/** Recipients, counted as the report names them. */
export interface IngestedReport {
  /** For whom the mail is counted, now or by an earlier report. */
  readonly taken: number
  readonly ignored: number
}

type Place = Pick<Services, 'database' | 'clock' | 'trustablePublicMail' | 'countScans'>

/**
 * A green flag weakens a verdict of rspamd by one step at most, and never one of mail that is
 * proven to be malicious or that rspamd rejected.
 */
const weakened: Weakened = { malicious: 'malicious', suspicious: 'safe', safe: 'safe' }

/** Flags are looked up by every parent domain of the sender, which takes many parameters. */
const judgedAtOnce = 100

/** Counts a mail once for each user among its recipients, in one transaction. */
export async function ingestReport(
  services: Place,
  organizationId: string,
  report: ReadReport,
): Promise<IngestedReport> {
  if (report.scans.length === 0) {
    return { taken: 0, ignored: report.recipients }
  }
  const now = services.clock()
  const { fresh, ...counted } = await services.database.transaction().execute(async (database) => {
    const recipientOf = await findRecipients(database, organizationId, report.scans)
    const addressed = report.scans.flatMap((scan): AddressedScan[] => {
      const userId = recipientOf(scan)
      return userId === undefined ? [] : [{ scan, userId }]
    })
    const mails = await judgeAll(
      { ...services, database },
      organizationId,
      oneForEachUser(addressed),
      now,
    )
    const { identity } = report
    const { fresh, replaced } = await sortRepeats(database, now, organizationId, identity, mails)
    const kept = { mails: fresh, replaced, endsTransaction: true }
    await keepMail(database, now, organizationId, kept)
    return { fresh, taken: addressed.length, ignored: report.recipients - addressed.length }
  })
  services.countScans(fresh.map(({ level }) => level))
  return counted
}

/** A user with several addresses gets one mail, through any address that lets it through. */
function oneForEachUser(addressed: readonly AddressedScan[]): AddressedScan[] {
  const byUser = Map.groupBy(addressed, ({ userId }) => userId)
  return [...byUser.values()].flatMap(
    (same) => same.find(({ scan }) => scan.disposition !== 'rejected') ?? same.slice(0, 1),
  )
}

async function judgeAll(
  services: Pick<Services, 'database' | 'trustablePublicMail'>,
  organizationId: string,
  addressed: readonly AddressedScan[],
  now: Date,
): Promise<JudgedMail[]> {
  const mails: JudgedMail[] = []
  for (let start = 0; start < addressed.length; start += judgedAtOnce) {
    const some = addressed.slice(start, start + judgedAtOnce)
    mails.push(...(await judgeMail(services, organizationId, some, now, weakened)))
  }
  return mails
}

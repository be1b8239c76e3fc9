import type { Scan } from '../../src/lib/contract/scans.ts'
import { newId } from '../database/id.ts'
import type { Database } from '../database/tables.ts'
import { findFlags } from '../flags/find-flags.ts'
import { receivedAt } from './received-at.ts'
import { domainOf, judge, type Verdict } from './verdict.ts'

/** One mail with everything that is decided about it, before any of it is written. */
export interface JudgedMail extends Verdict {
  readonly id: string
  readonly userId: string
  readonly senderDomain: string
  readonly receivedAt: Date
  readonly scan: Scan
}

/** Applies the recipients' flags. */
export async function judgeMail(
  database: Database,
  people: ReadonlyMap<string, string>,
  scans: readonly Scan[],
  now: Date,
): Promise<JudgedMail[]> {
  const mails = scans.map((scan) => ({
    scan,
    id: newId(),
    userId: people.get(scan.recipient) ?? '',
    senderDomain: domainOf(scan.sender),
    receivedAt: receivedAt(scan, now),
  }))
  const flagOf = await findFlags(
    database,
    mails.map(({ userId, scan: { sender } }) => ({ userId, sender })),
  )
  return mails.map((mail) => {
    const { userId, scan } = mail
    return { ...mail, ...judge(scan, flagOf({ userId, sender: scan.sender })) }
  })
}

import { domainOf } from '../../src/lib/contract/mail-address.ts'
import type { Scan } from '../../src/lib/contract/scans.ts'
import { newId } from '../database/id.ts'
import { findFlags } from '../flags/find-flags.ts'
import type { Parts } from '../parts.ts'
import { receivedAt } from './received-at.ts'
import { judge, type Verdict } from './verdict.ts'

/** A mail and the user that it went to. */
export interface AddressedScan {
  readonly scan: Scan
  readonly userId: string
}

/** One mail with everything that is decided about it, before any of it is written. */
export interface JudgedMail extends Verdict, AddressedScan {
  readonly id: string
  readonly senderDomain: string
  readonly receivedAt: Date
}

/** Applies the recipients' flags. */
export async function judgeMail(
  parts: Pick<Parts, 'database' | 'trustablePublicMail'>,
  addressed: readonly AddressedScan[],
  now: Date,
): Promise<JudgedMail[]> {
  const mails = addressed.map(({ scan, userId }) => ({
    scan,
    userId,
    id: newId(),
    senderDomain: domainOf(scan.sender),
    receivedAt: receivedAt(scan, now),
  }))
  const flagOf = await findFlags(
    parts,
    mails.map(({ userId, scan: { sender } }) => ({ userId, sender })),
  )
  return mails.map((mail) => {
    const { userId, scan } = mail
    return { ...mail, ...judge(scan, flagOf({ userId, sender: scan.sender })) }
  })
}

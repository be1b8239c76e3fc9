import { domainOf } from '../../contract/core/mail-address.ts'
import { newId } from '../database/id.ts'
import { type FoundFlag, findFlags } from '../flags/flags.ts'
import type { Services } from '../http/services.ts'
import { receivedAt } from './read-report.ts'
import { judge, type Scan, type Verdict, type Weakened } from './verdict.ts'

/** A mail and its recipient's user. */
export interface AddressedScan {
  readonly scan: Scan
  readonly userId: string
}

/** A mail with its verdict, before it is stored. */
export interface JudgedMail extends Verdict, AddressedScan {
  readonly id: string
  readonly senderDomain: string
  readonly receivedAt: Date
  /** The recipient's flag that decided about it. */
  readonly flag: FoundFlag | undefined
}

/**
 * Determines verdicts by applying the recipients' flags.
 * @param weakened what a green flag makes of each verdict; see verdict.ts for the default
 */
export async function judgeMail(
  services: Pick<Services, 'database' | 'trustablePublicMail'>,
  organizationId: string,
  addressed: readonly AddressedScan[],
  now: Date,
  weakened?: Weakened,
): Promise<JudgedMail[]> {
  const mails = addressed.map(({ scan, userId }) => ({
    scan,
    userId,
    id: newId(),
    senderDomain: domainOf(scan.sender),
    receivedAt: receivedAt(scan, now),
  }))
  const flagOf = await findFlags(
    services,
    organizationId,
    mails.map(({ userId, scan: { sender } }) => ({ userId, sender })),
    now,
  )
  return mails.map((mail) => {
    const { userId, scan } = mail
    const flag = flagOf({ userId, sender: scan.sender })
    return { ...mail, flag, ...judge(scan, flag, weakened) }
  })
}

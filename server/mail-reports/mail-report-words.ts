import type { MailOpinion } from '../../contract/endpoints/mail-reports.ts'
import type { ByLocale } from '../core/locale.ts'

interface MailReportWords {
  /** The user's name follows. */
  readonly subject: Readonly<Record<MailOpinion, string>>
  /** The beginnings of the lines; they end where the values begin. */
  readonly opinion: string
  readonly verdict: string
  readonly reason: string
  readonly sender: string
  readonly mailSubject: string
  readonly received: string
  readonly checked: string
  readonly id: string
  readonly opinions: Readonly<Record<MailOpinion, string>>
  readonly notKept: string
  readonly checkedFile: string
  readonly none: string
  readonly noNote: string
}

/** What the report of a mail says to the team lead and to support. */
export const mailReportWords: ByLocale<MailReportWords> = {
  en: {
    subject: {
      honest: 'Email reported as honest by',
      dangerous: 'Email reported as dangerous by',
    },
    opinion: 'Reported as:  ',
    verdict: 'Verdict:      ',
    reason: 'Reason:       ',
    sender: 'Sender:       ',
    mailSubject: 'Subject:      ',
    received: 'Received:     ',
    checked: 'Checked:      ',
    id: 'Id:           ',
    opinions: { honest: 'honest', dangerous: 'dangerous' },
    notKept: 'not kept',
    checkedFile: 'not kept, because the user checked a file; ask the user for it',
    none: 'none',
    noNote: 'The user added no note.',
  },
}

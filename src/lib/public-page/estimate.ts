import { filsPerJod } from '../../../contract/receipts/price.ts'

/** The amounts in the estimator of the pricing page. */
export interface Amounts {
  readonly mailboxes: number
  /** Emails that a mailbox receives in a day. */
  readonly mails: number
}

/** Choices without JavaScript. */
export const mailboxSteps = [5, 10, 25, 50, 100]
export const mailSteps = [5, 10, 20, 40, 80]

export const firstAmounts: Amounts = { mailboxes: 10, mails: 20 }
export const largestAmounts: Amounts = { mailboxes: 250, mails: 150 }

const daysOfMonth = 30

interface Form {
  /** For `Intl`. */
  readonly locale: string | undefined
  /** An amount of money, with `{amount}` for the number. */
  readonly money: string
  /** The price of an email, in JOD. */
  readonly price: number
}

/** The emails of a month and what they cost, as they are shown. */
export function writeEstimate({ mailboxes, mails }: Amounts, { locale, money, price }: Form) {
  const emails = mailboxes * mails * daysOfMonth
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const amount = new Intl.NumberFormat(locale, digits).format(
    (emails * Math.round(price * filsPerJod)) / filsPerJod,
  )
  return {
    emails: new Intl.NumberFormat(locale).format(emails),
    cost: money.replace('{amount}', amount),
  }
}

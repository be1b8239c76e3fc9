import { mailLink, salesEmail } from '../core/format/mail-link.ts'
import { $demoFormWords } from './words/demo-form.words.yaml'

export const demoFields = ['email', 'company'] as const
export type DemoField = (typeof demoFields)[number]
export type DemoRequest = Readonly<Record<DemoField, string>>

export function readDemoRequest(form: FormData): DemoRequest {
  return { email: trimmed(form.get('email')), company: trimmed(form.get('company')) }
}

/** The empty fields, for the alert of R091. The format of the email address is not checked. */
export function missingFields(request: DemoRequest): DemoField[] {
  return demoFields.filter((field) => request[field] === '')
}

/** R093: a mail to sales with the requester's details. */
export function demoMail({ email, company }: DemoRequest): string {
  const words = $demoFormWords.get()
  return mailLink(salesEmail, {
    subject: `${words.mailSubject}: ${company}`,
    lines: [
      words.mailGreeting,
      '',
      `${words.mailEmail}: ${email}`,
      `${words.mailCompany}: ${company}`,
    ],
  })
}

function trimmed(value: FormDataEntryValue | null): string {
  return typeof value === 'string' ? value.trim() : ''
}

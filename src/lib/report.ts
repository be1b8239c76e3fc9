import { salesEmail } from './contact.ts'
import { refuseFields, type Submitted, textOf } from './form.ts'
import { mailLink } from './mail-link.ts'
import { $reportMessages } from './messages/report.ts'

export const reportTypes = [
  'security',
  'financial',
  'user_activity',
  'threat_analysis',
  'custom',
] as const

export const reportUrgencies = ['normal', 'urgent', 'critical'] as const

/** A report is asked for by mail to sales, not by a call (R201-R206). */
export function writeReportRequest(form: FormData): Submitted | { status: 'mail'; href: string } {
  const messages = $reportMessages.get()
  const details = textOf(form, 'details')
  if (details === '') return refuseFields(messages.detailsMissing, ['details'])
  const type = reportTypes.find((known) => known === textOf(form, 'type')) ?? 'security'
  const urgency = reportUrgencies.find((known) => known === textOf(form, 'urgency')) ?? 'normal'
  const href = mailLink(salesEmail, {
    subject: `${messages.mailSubject}: ${messages[type]}`,
    lines: [
      `${messages.mailType}: ${messages[type]}`,
      `${messages.mailUrgency}: ${messages[urgency]}`,
      '',
      ...details.split(/\r?\n/),
    ],
  })
  return { status: 'mail', href }
}

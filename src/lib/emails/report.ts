import { mailLink, salesEmail } from '../core/format/mail-link.ts'
import { done, rejectFields, type Submitted, textOf } from '../core/ui-state/form.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $session } from '../sign-in/session.ts'
import { $reportWords } from './words/report.words.yaml'

export const reportTypes = [
  'security',
  'financial',
  'user_activity',
  'threat_analysis',
  'custom',
] as const

export const reportUrgencies = ['normal', 'urgent', 'critical'] as const

const notices = noticesAbout('report')

/**
 * Requests a report by mail to sales, not by a call (R201-R206).
 * @param openMail opens the user's mail app with a `mailto:` address
 */
export function requestReport(form: FormData, openMail: (href: string) => void): Submitted {
  notices.drop()
  const words = $reportWords.get()
  const details = textOf(form, 'details')
  if (details === '') return rejectFields(notices, words.detailsMissing, ['details'])
  const type = reportTypes.find((known) => known === textOf(form, 'type')) ?? 'security'
  const urgency = reportUrgencies.find((known) => known === textOf(form, 'urgency')) ?? 'normal'
  const mail = mailLink(salesEmail, {
    subject: `${words.mailSubject}: ${words[type]}`,
    lines: [
      `${words.mailType}: ${words[type]}`,
      `${words.urgency}: ${words[urgency]}`,
      ...sender(),
      '',
      ...details.split(/\r?\n/),
    ],
  })
  openMail(mail)
  notices.success(words.mailOpened)
  return done
}

/** The user's name and organization, by id if the organization's name is not known. */
function sender(): string[] {
  const words = $reportWords.get()
  const session = $session.get()
  if (session.status !== 'signed-in') return []
  const { full_name, username, organization_name, organization_id } = session.user
  const organization = organization_name || organization_id
  return [
    `${words.mailName}: ${full_name || username}`,
    ...(organization === null ? [] : [`${words.mailOrganization}: ${organization}`]),
  ]
}

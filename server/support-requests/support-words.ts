import type { Role } from '../../contract/core/permissions.ts'
import type { ByLocale } from '../core/locale.ts'

interface SupportWords {
  /** The beginnings of the lines; they end where the values begin. */
  readonly type: string
  readonly priority: string
  readonly about: string
  /** An address may need a line of its own. */
  readonly from: (name: string, email: string) => readonly string[]
  readonly role: string
  readonly roles: Readonly<Record<Role, string>>
  readonly organization: string
  readonly aboutNoOne: string
  readonly noOrganization: string
}

/** What a mail says about the user who caused it; a support request itself is always in English. */
export const supportWords: ByLocale<SupportWords> = {
  en: {
    type: 'Type:         ',
    priority: 'Priority:     ',
    about: 'About:        ',
    from: (name, email) => [`From:         ${name} <${email}>`],
    role: 'Role:         ',
    roles: { employee: 'employee', team_lead: 'team_lead', super_admin: 'super_admin' },
    organization: 'Organization: ',
    aboutNoOne: 'no one in particular',
    noOrganization: 'none',
  },
  ar: {
    type: 'نوع الطلب: ',
    priority: 'الأولوية: ',
    about: 'بخصوص: ',
    from: (name, email) => [`مقدّم الطلب: ${name}`, email],
    role: 'الدور: ',
    roles: { employee: 'موظف', team_lead: 'قائد فريق', super_admin: 'مشرف عام' },
    organization: 'المؤسسة: ',
    aboutNoOne: 'لا أحد بعينه',
    noOrganization: 'لا توجد',
  },
}

import type { ByLocale } from '../core/locale.ts'

interface SupportWords {
  /** The beginnings of the lines; they end where the values begin. */
  readonly type: string
  readonly priority: string
  readonly about: string
  readonly from: string
  readonly role: string
  readonly organization: string
  readonly aboutNoOne: string
  readonly noOrganization: string
}

/** What a support request says to the support mailbox, in its language. */
export const supportWords: ByLocale<SupportWords> = {
  en: {
    type: 'Type:         ',
    priority: 'Priority:     ',
    about: 'About:        ',
    from: 'From:         ',
    role: 'Role:         ',
    organization: 'Organization: ',
    aboutNoOne: 'no one in particular',
    noOrganization: 'none',
  },
}

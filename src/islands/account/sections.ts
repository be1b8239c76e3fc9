import { type LazyComponent, lazy } from '../../ui/lazy-component.ts'

/** The sections of the account in their order; the code of each is separate. */
export const accountSections: Readonly<Record<string, LazyComponent>> = {
  details: lazy(async () => (await import('./DetailsSection.tsx')).DetailsSection),
  password: lazy(async () => (await import('./PasswordSection.tsx')).PasswordSection),
  factors: lazy(async () => (await import('./FactorsSection.tsx')).FactorsSection),
  sessions: lazy(async () => (await import('./SessionsSection.tsx')).SessionsSection),
  extension: lazy(async () => (await import('./ExtensionSection.tsx')).ExtensionSection),
  mailbox: lazy(async () => (await import('./MailboxSection.tsx')).MailboxSection),
  answers: lazy(async () => (await import('./AnswersSection.tsx')).AnswersSection),
  language: lazy(async () => (await import('./LanguageSection.tsx')).LanguageSection),
  data: lazy(async () => (await import('./DataSection.tsx')).DataSection),
}

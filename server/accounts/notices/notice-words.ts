import type { Role } from '../../../contract/permissions.ts'
import { productName } from '../../../contract/product.ts'
import type { ByLocale } from '../../core/locale.ts'
import type { Notice } from './notice.ts'

interface NoticeWords {
  readonly hello: (name: string) => string
  readonly subjects: Readonly<Record<Notice['kind'], string>>
  readonly text: (notice: Notice, username: string) => string
  readonly advice: string
}

const roles: Readonly<Record<Role, string>> = {
  employee: 'Employee',
  team_lead: 'Team Lead',
  super_admin: 'Super Admin',
}

const account = (username: string) => `your ${productName} account '${username}'`

const by = {
  user: 'in your account',
  administrator: 'by an administrator',
}

/** 2026-03-02T08:00:00.000Z as 2026-03-02 08:00 UTC. */
const minuteOf = (at: string) => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`

function english(notice: Notice, username: string): string {
  const of = account(username)
  switch (notice.kind) {
    case 'new-browser':
      return [
        `a browser that is not known for ${of} has signed in:`,
        '',
        `Browser: ${notice.browser || 'unknown'}`,
        `System: ${notice.system || 'unknown'}`,
        `Address: ${notice.address || 'unknown'}`,
        `Time: ${minuteOf(notice.at)}`,
      ].join('\n')
    case 'password-changed':
      return `the password of ${of} was changed ${by[notice.by]}.`
    case 'email-changed':
      return `the email address of ${of} was changed from ${notice.from} to ${notice.to}. This mail goes to both.`
    case 'role-changed':
      return `the role of ${of} was changed from ${roles[notice.from]} to ${roles[notice.to]}.`
    case 'factor-added':
      return `a second factor was added to ${of}: ${notice.name}.`
    case 'factor-removed':
      return `a second factor was removed from ${of}: ${notice.name}.`
    case 'factors-reset':
      return `all second factors of ${of} were removed by an administrator.`
    case 'recovery-codes-renewed':
      return `new recovery codes were made for ${of}. The old ones do not work any more.`
  }
}

export const noticeWords: ByLocale<NoticeWords> = {
  en: {
    hello: (name) => `Hello ${name},`,
    subjects: {
      'new-browser': `A new browser signed in to your ${productName} account`,
      'password-changed': `The password of your ${productName} account was changed`,
      'email-changed': `The email address of your ${productName} account was changed`,
      'role-changed': `The role of your ${productName} account was changed`,
      'factor-added': `A second factor was added to your ${productName} account`,
      'factor-removed': `A second factor was removed from your ${productName} account`,
      'factors-reset': `The second factors of your ${productName} account were removed`,
      'recovery-codes-renewed': `Your ${productName} account has new recovery codes`,
    },
    text: english,
    advice: `If you did not expect this, change your password under 'My account', end all other sessions there, and tell your administrator.`,
  },
}

import type { AuditEntry as AnyEntry } from '../../../contract/audit/audit-entry.ts'
import { webhookEvents } from '../../../contract/webhooks/webhook.ts'
import { displayDate } from '../core/i18n/format.ts'
import { $supportWords } from '../support-requests/support.ts'
import { $webhooksWords } from '../webhooks/words/webhooks.words.yaml'
import { type AuditEntry, nameOfActor, roleWords, wordsOf } from './activity.ts'
import { $activityWords } from './words/activity.words.yaml'
import { $activityDetailsWords } from './words/activity-details.words.yaml'

/** A row of the list: an entry, or several that say little alone. */
export type ActivityFold = readonly [AnyEntry, ...AnyEntry[]]

/**
 * Puts ordinary sign-ins and sign-outs that follow each other into one row; attempts that failed stay
 * rows of their own.
 */
export function foldSignIns(entries: readonly AnyEntry[]): readonly ActivityFold[] {
  const folds: [AnyEntry, ...AnyEntry[]][] = []
  for (const entry of entries) {
    const last = folds.at(-1)
    if (last !== undefined && isOrdinary(last[0]) && isOrdinary(entry)) last.push(entry)
    else folds.push([entry])
  }
  return folds
}

function isOrdinary({ action }: AnyEntry): boolean {
  return action === 'sign-in' || action === 'logout'
}

/** The action of a row, or how many sign-ins and sign-outs it holds. */
export function whatOf(fold: ActivityFold): string {
  const words = $activityWords.get()
  if (fold.length === 1) return wordsOf(fold[0].action)
  const signIns = fold.filter(({ action }) => action === 'sign-in').length
  const signOuts = fold.length - signIns
  return [signIns > 0 && words.signIns(signIns), signOuts > 0 && words.signOuts(signOuts)]
    .filter(Boolean)
    .join(' · ')
}

/** The names of the actors, each once. */
export function whoOf(fold: ActivityFold): string {
  return [...new Set(fold.map(nameOfActor))].join(' · ')
}

/** The organization of all entries; empty where they are of several. */
export function organizationOf(fold: ActivityFold): string {
  const [name, ...others] = new Set(fold.map((entry) => entry.organization_name ?? ''))
  return others.length === 0 ? (name ?? '') : ''
}

/** The details of an entry beside its action, in words where they are known. */
export function detailWords({ action, target_type, detail: recorded }: AuditEntry): string {
  const isAboutKey = target_type === 'gateway-key' || target_type === 'scim-token'
  // The entry names the organization itself.
  const detail = isAboutKey ? recorded.replace(/^organization [^,]+(?:, )?/, '') : recorded
  if (detail === '') return ''
  return wordsOfAction(action, detail) ?? detail
}

/** @returns undefined where the detail is a name, or is not known to this site */
function wordsOfAction(action: string, detail: string): string | undefined {
  const words = $activityDetailsWords.get()
  switch (action) {
    case 'user-create':
    case 'user-change':
      return join(detail.split(', '), changeWords)
    case 'sign-in':
    case 'failed-sign-in':
      return detail === 'single-sign-on' ? words.singleSignOn : textAt(words, detail)
    case 'factor-add':
    case 'factor-remove':
    case 'flag-add':
    case 'session-end':
    case 'mail-report':
      return textAt(words, detail)
    case 'request-close':
      return detail.startsWith('mail-report')
        ? (textAt(words, detail.replace('mail-report, ', '')) ?? '')
        : textAt($supportWords.get(), 'title')
    case 'flag-change':
      return join(detail.split(' '), (field) => textAt(words, field) ?? field)
    case 'factor-policy':
      return policyWords(detail)
    case 'sign-in-settings':
      return detail === 'optional' ? words.byChoice : textAt(words, detail)
    case 'password-reset':
      return words.withFactors
    case 'gateway-key-issue':
    case 'gateway-key-cover':
      return join(detail.split(', '), keyWords)
    case 'gateway-key-expiry':
      return detail === 'no expiry'
        ? words.noExpiry
        : words.expires({ day: displayDate(detail).text })
    case 'scim-change':
      return detail === 'sends_invitations true' ? words.invitesOn : words.invitesOff
    case 'support-request':
      return join(detail.split(', '), (part) => textAt($supportWords.get(), part) ?? part)
    default:
      return wordsOfWebhook(action, detail)
  }
}

function wordsOfWebhook(action: string, detail: string): string | undefined {
  const words = $activityDetailsWords.get()
  const webhooksWords = $webhooksWords.get()
  switch (action) {
    case 'webhook-create':
      return join(detail.split(', '), (part) => {
        const event = webhookEvents.find((known) => known === part)
        return event === undefined ? part : (textAt(webhooksWords, event.replace('.', '_')) ?? part)
      })
    case 'webhook-change':
      return join(detail.split(', '), webhookField)
    case 'webhook-pause':
      return ''
    case 'webhook-test':
      return (
        { none: words.delivered, status: words.notTaken }[detail] ?? textAt(webhooksWords, detail)
      )
    case 'webhook-resend':
    case 'webhook-delete-messages':
      return words.messages(Number.parseInt(detail, 10))
    default:
      return undefined
  }
}

/** The times that change with the state say nothing more. */
function webhookField(field: string): string {
  const { url, events, organization } = $webhooksWords.get()
  const { description, state } = $activityDetailsWords.get()
  const names = { url, events, description, organization_id: organization, pause: state }
  return textAt({ ...names, paused_at: '', failing_since: '' }, field) ?? field
}

/** For instance `of super admins from optional to required`. */
function policyWords(detail: string): string | undefined {
  const words = $activityDetailsWords.get()
  const match = /^(of super admins )?from (\S+) to (\S+)$/.exec(detail)
  if (match === null) return undefined
  const [, ofAdmins, from = '', to = ''] = match
  return $activityWords.get().changed({
    field: ofAdmins === undefined ? words.policy : words.policyOfAdmins,
    from: textAt(words, from) ?? from,
    to: textAt(words, to) ?? to,
  })
}

/** For instance `role from employee to team_lead`, or the name of a field alone. */
function changeWords(part: string): string {
  const words = $activityWords.get()
  const [, field = part, from, to] = /^(\w+) from (\S+) to (\S+)$/.exec(part) ?? []
  const name = fieldWords()[field] ?? (roleWords(field) || field)
  // The ids of organizations say nothing to a reader.
  if (from === undefined || to === undefined || field === 'organization_id') return name
  return words.changed({ field: name, from: valueWords(from), to: valueWords(to) })
}

function fieldWords(): Readonly<Record<string, string>> {
  const words = $activityWords.get()
  return {
    role: words.fieldRole,
    organization_id: words.fieldOrganization,
    is_active: words.fieldActive,
    manages_organization: words.fieldRight,
    username: words.fieldUsername,
    email: words.fieldEmail,
    full_name: words.fieldName,
    department: words.fieldDepartment,
    phone: words.fieldPhone,
    password: words.fieldPassword,
    aliases: words.fieldAliases,
    invited: words.invited,
    locale: $activityDetailsWords.get().locale,
  }
}

function valueWords(value: string): string {
  const { yes, no } = $activityWords.get()
  return { true: yes, false: no }[value] ?? roleWords(value)
}

/** The words for a key's purpose. */
function keyWords(part: string): string {
  const words = $activityDetailsWords.get()
  if (part === 'all organizations') return words.allOrganizations
  const [, count] = /^(\d+) organizations?$/.exec(part) ?? []
  if (count !== undefined) return words.organizations(Number(count))
  return textAt(words, part.replace(/^scope /, '')) ?? part
}

function join(parts: readonly string[], wordsOf: (part: string) => string): string {
  return parts
    .map(wordsOf)
    .filter((words) => words !== '')
    .join(' · ')
}

function textAt(words: object, key: string): string | undefined {
  const text: unknown = Object.hasOwn(words, key) ? Reflect.get(words, key) : undefined
  return typeof text === 'string' ? text : undefined
}

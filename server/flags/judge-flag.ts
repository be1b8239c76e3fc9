import { getPublicSuffix } from 'tldts-icann'
import {
  flagExists,
  publicMailDomain,
  registrySuffix,
  tooManyFlags,
} from '../../contract/flags/add-flag.ts'
import type { GivenFlag } from '../../contract/flags/set-flags.ts'
import { isListed } from '../../judge/lists/lists.ts'
import { dayMs, isoAfter } from '../core/clock.ts'
import { HttpError, invalidField } from '../core/http-error.ts'
import { isPublicMail } from '../organizations/organizations.ts'
import type { ShownFlag } from './list-flags.ts'

/** The written fields of a row. */
type FlagFields = Pick<ShownFlag, 'flag_type' | 'value' | 'reason' | 'expires_at'>

export type FlagVerdict =
  | { readonly outcome: 'new'; readonly fields: FlagFields }
  | { readonly outcome: 'unchanged'; readonly known: ShownFlag }
  | {
      readonly outcome: 'changed'
      readonly known: ShownFlag
      readonly fields: FlagFields
      readonly changed: readonly string[]
    }
  | { readonly outcome: 'conflict' | 'invalid'; readonly fault: HttpError }

/** The rules for rows. */
export interface FlagRules {
  readonly now: Date
  readonly most: number
  readonly replaces: boolean
  readonly trustablePublicMail: readonly string[]
}

/**
 * @param known the user's flag for the value
 * @param count how many flags the user has, those of earlier rows among them
 */
export function judgeFlag(
  row: GivenFlag,
  known: ShownFlag | undefined,
  count: number,
  rules: FlagRules,
): FlagVerdict {
  const fault = faultOf(row, rules)
  if (fault !== undefined) return { outcome: 'invalid', fault }
  if (known === undefined) {
    if (count >= rules.most) {
      return { outcome: 'conflict', fault: new HttpError(tooManyFlags, { max: rules.most }) }
    }
    return { outcome: 'new', fields: fieldsOf(row, undefined, rules.now) }
  }
  const isOtherColour = known.flag_type !== row.flag_type
  if (isOtherColour && !rules.replaces) {
    const { value, flag_type } = known
    return { outcome: 'conflict', fault: new HttpError(flagExists, { value, flag_type }) }
  }
  // A note about a trusted sender does not explain why the sender is blocked.
  const fields = fieldsOf(row, isOtherColour ? undefined : known, rules.now)
  const compared = ['flag_type', 'reason', 'expires_at'] as const
  const changed = compared.filter((field) => fields[field] !== known[field])
  return changed.length === 0
    ? { outcome: 'unchanged', known }
    : { outcome: 'changed', known, fields, changed }
}

function faultOf(row: GivenFlag, { now, trustablePublicMail }: FlagRules): HttpError | undefined {
  const { flag_type, value, expires_at } = row
  const fault = faultOfSuffix(value)
  if (fault !== undefined) return fault
  if (flag_type === 'green' && isPublicMail(value, trustablePublicMail)) {
    return new HttpError(publicMailDomain, { domain: value })
  }
  const isPast = typeof expires_at === 'string' && expires_at <= now.toISOString()
  return isPast ? invalidField('expires_at', 'in_past', {}) : undefined
}

function fieldsOf(row: GivenFlag, known: ShownFlag | undefined, now: Date): FlagFields {
  const { flag_type, value, reason, expires_at, expires_in_days: days } = row
  const given = days === undefined ? expires_at : isoAfter(now, days * dayMs)
  return {
    flag_type,
    value,
    reason: reason === undefined ? (known?.reason ?? null) : reason || null,
    expires_at: given === undefined ? (known?.expires_at ?? null) : given,
  }
}

/**
 * The error for a suffix below which a registry lets anyone have a domain, as `co.uk`: a flag on it would
 * be for a whole country. Suffixes of firms, as `github.io`, are domains like any other.
 */
export function faultOfSuffix(value: string): HttpError | undefined {
  return isSuffix(value) ? new HttpError(registrySuffix, { domain: value }) : undefined
}

/**
 * The domain that is meant by the address of its website, which sends no mail. Where anyone can have a
 * domain above it, `www` is a name like any other.
 */
export function withoutWww(value: string): string {
  const domain = /^www\.([^@]+\.[^@]+)$/.exec(value)?.[1] ?? value
  return isSuffix(domain) || isListed('host', domain) ? value : domain
}

function isSuffix(value: string): boolean {
  return !value.includes('@') && getPublicSuffix(value) === value
}

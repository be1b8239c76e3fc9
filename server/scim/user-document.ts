import * as v from 'valibot'
import { filledLine, givenLine, givenText } from '../../contract/core/basic.ts'
import { email } from '../../contract/core/email.ts'
import { limits } from '../../contract/core/limits.ts'
import { type Locale, locales } from '../../contract/core/locale.ts'
import { givenPhone } from '../../contract/core/phone.ts'
import { HttpError } from '../core/http-error.ts'
import { parseInput } from '../http/parse-input.ts'
import { isObject, type KeptUser, keptOf } from './kept-user.ts'
import { enterpriseSchema, refuse } from './scim-answer.ts'

/** Entra ID writes booleans as 'True' and 'False'. */
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.string(),
    v.toLowerCase(),
    v.picklist(['true', 'false']),
    v.transform((given) => given === 'true'),
  ),
])

export function isInactive(active: unknown): boolean {
  const read = v.safeParse(flag, active)
  return read.success && !read.output
}

const line = (longest: number) => v.nullish(givenLine(longest))

const valued = v.object({
  value: v.nullish(givenLine(limits.email)),
  type: v.nullish(v.string()),
  primary: v.nullish(flag),
})
type Valued = v.InferOutput<typeof valued>

const values = v.optional(v.array(valued), [])

const userDocument = v.object({
  userName: filledLine(limits.name),
  externalId: v.nullish(givenText(limits.externalId)),
  displayName: line(limits.name),
  active: v.nullish(flag),
  preferredLanguage: v.nullish(v.string()),
  locale: v.nullish(v.string()),
  name: v.nullish(
    v.object({
      formatted: line(limits.name),
      givenName: line(limits.name),
      familyName: line(limits.name),
    }),
  ),
  emails: values,
  phoneNumbers: values,
  [enterpriseSchema]: v.nullish(v.object({ department: line(limits.name) })),
})

/** The provider's description of a user; undefined where it says nothing. */
export interface GivenUser {
  readonly username: string
  readonly email: string | undefined
  readonly full_name: string | undefined
  readonly given_name: string
  readonly family_name: string
  readonly phone: string
  readonly department: string
  readonly external_id: string | undefined
  readonly isActive: boolean | undefined
  /** Undefined also for a language that the product does not have. */
  readonly locale: Locale | undefined
}

/** @throws ScimError 400 that names the attribute */
export function readDocument(body: unknown): GivenUser {
  if (!isObject(body)) throw refuse('invalidSyntax', 'The body must be a JSON object')
  return readUser(keptOf(body))
}

/**
 * @param shown the user before a PATCH, of whose names one may have changed
 * @throws ScimError 400 that names the attribute
 */
export function readUser({ simple, complex, lists }: KeptUser, shown?: ShownName): GivenUser {
  const document = parse(userDocument, { ...simple, ...complex, ...lists })
  return {
    username: document.userName,
    // An address that a PATCH removes stays: without one a user gets no mail.
    email: emailOf(document.emails, shown === undefined ? document.userName : ''),
    full_name: nameOf(document, shown),
    given_name: document.name?.givenName ?? '',
    family_name: document.name?.familyName ?? '',
    phone: phoneOf(document.phoneNumbers),
    department: document[enterpriseSchema]?.department ?? '',
    external_id: document.externalId ?? undefined,
    isActive: document.active ?? undefined,
    locale: localeOf(document.preferredLanguage ?? '') ?? localeOf(document.locale ?? ''),
  }
}

/** The first language that the product has, of a list as in `Accept-Language`: `ar-JO, en;q=0.5`. */
function localeOf(preferred: string): Locale | undefined {
  const languages = preferred.toLowerCase().match(/(?<![\w-])[a-z]{2,3}(?![a-z])/g) ?? []
  return languages.flatMap((language) => locales.filter((locale) => locale === language))[0]
}

interface ShownName {
  readonly full_name: string
  readonly given_name: string | null
  readonly family_name: string | null
}

/** The name that a patch has changed; Entra ID changes the parts of a name alone, too. */
function nameOf(
  { displayName, name }: v.InferOutput<typeof userDocument>,
  shown: ShownName | undefined,
): string | undefined {
  const joined = filled(`${name?.givenName ?? ''} ${name?.familyName ?? ''}`.trim())
  const names = [filled(displayName), filled(name?.formatted)]
  if (shown === undefined) return names[0] ?? names[1] ?? joined
  const changed = names.find((given) => given !== undefined && given !== shown.full_name)
  if (changed !== undefined) return changed
  const before = filled(`${shown.given_name ?? ''} ${shown.family_name ?? ''}`.trim())
  // Parts that are known for the first time do not replace the name.
  return before === undefined || before === joined ? shown.full_name : joined
}

/** A user has one address; without one in the list the username may be one. */
function emailOf(emails: readonly Valued[], username: string): string | undefined {
  const given = preferred(emails)?.value
  if (filled(given) !== undefined) return parse(email, given, 'emails')
  const read = v.safeParse(email, username)
  return read.success ? read.output : undefined
}

/** A number that no one answers is not kept. */
function phoneOf(numbers: readonly Valued[]): string {
  const answered = numbers.filter(({ type }) => !/^(?:fax|pager)$/i.test(type ?? ''))
  return parse(givenPhone, preferred(answered)?.value ?? '', 'phoneNumbers')
}

/** The primary value, else the one for work, else the first. */
function preferred(list: readonly Valued[]): Valued | undefined {
  const withValue = list.filter(({ value }) => filled(value) !== undefined)
  return (
    withValue.find(({ primary }) => primary === true) ??
    withValue.find(({ type }) => type?.toLowerCase() === 'work') ??
    withValue[0]
  )
}

function filled(text: string | null | undefined): string | undefined {
  return text === null || text === '' ? undefined : text
}

function parse<S extends v.GenericSchema<unknown, unknown>>(
  schema: S,
  given: unknown,
  place = '',
): v.InferOutput<S> {
  try {
    return parseInput(schema, given, place)
  } catch (cause) {
    if (cause instanceof HttpError) throw refuse('invalidValue', cause.message)
    throw cause
  }
}

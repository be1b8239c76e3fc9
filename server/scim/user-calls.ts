import * as v from 'valibot'
import { givenId } from '../../contract/core/basic.ts'
import { limits } from '../../contract/core/limits.ts'
import type { CallContext } from '../http/call-context.ts'
import { readJson } from '../http/read-body.ts'
import type { Services } from '../http/services.ts'
import { readFilter } from './filter.ts'
import { type FoundUser, findUsers } from './find-users.ts'
import { isObject, keptOf, onlyOf } from './kept-user.ts'
import { applyOperation, type Operation, patchUser, readOperations } from './patch.ts'
import type { Provider } from './provider.ts'
import {
  enterpriseSchema,
  isSameName,
  listAnswer,
  refuse,
  ScimError,
  scimAnswer,
  userSchema,
} from './scim-answer.ts'
import { type GivenUser, isInactive, readDocument, readUser } from './user-document.ts'
import { changeProvisionedUser, createProvisionedUser, requireUser } from './write-users.ts'

export type ScimCall = (
  services: Services,
  context: CallContext,
  provider: Provider,
) => Promise<Response>

const defaultCount = 100

/** GET /Users: a page of the users, found by a filter. */
export const listUsers: ScimCall = async ({ database }, { req }, { organizationId, base }) => {
  const filter = req.query('filter')
  const startIndex = Math.max(1, wholeNumber('startIndex', req.query('startIndex')) ?? 1)
  const wanted = wholeNumber('count', req.query('count')) ?? defaultCount
  const count = Math.min(Math.max(0, wanted), limits.scimPage)
  const conditions = filter === undefined ? [] : readFilter(filter)
  const page = { conditions, startIndex, count }
  const { total, users } = await findUsers(database, organizationId, page)
  const resources = users.map((user) => showUser(user, base))
  return listAnswer(resources, { totalResults: total, startIndex })
}

/** GET /Users/{id} */
export const getUser: ScimCall = async ({ database }, context, { organizationId, base }) =>
  answerWith(await requireUser(database, organizationId, idOf(context)), base)

/** POST /Users */
export const postUser: ScimCall = async (services, context, provider) => {
  const given = readDocument(await readBody(services, context))
  const user = await createProvisionedUser(services, provider, given)
  const shown = showUser(user, provider.base)
  return scimAnswer(shown, { status: 201, headers: { Location: shown.meta.location } })
}

/** PUT /Users/{id}: phone and department that are not given are emptied; the rest stays. */
export const putUser: ScimCall = async (services, context, provider) => {
  const body = await readBody(services, context)
  const operations = () => [{ op: 'replace', path: '', value: body }] as const
  const change = () => readDocument(body)
  return answerWith(
    await changeOrEnd(services, provider, idOf(context), change, operations),
    provider.base,
  )
}

/** PATCH /Users/{id} */
export const patchUserCall: ScimCall = async (services, context, provider) => {
  const body = await readBody(services, context)
  const { base } = provider
  const change = (before: FoundUser) => readUser(patchUser(showUser(before, base), body), before)
  const operations = () => readOperations(body)
  return answerWith(await changeOrEnd(services, provider, idOf(context), change, operations), base)
}

/** DELETE /Users/{id}: the user becomes inactive; only an administrator erases a user. */
export const deleteUser: ScimCall = async (services, context, provider) => {
  await changeProvisionedUser(services, provider, idOf(context), endAlone)
  return new Response(null, { status: 204 })
}

function answerWith(user: FoundUser, base: string): Response {
  return scimAnswer(showUser(user, base))
}

/** @throws ScimError 404 for an id that no row can have */
function idOf({ req }: CallContext): string {
  const read = v.safeParse(givenId, req.param('id'))
  if (!read.success) throw new ScimError(404, 'The organization has no such user')
  return read.output
}

function readBody({ limits: { bodyBytes } }: Services, { req }: CallContext): Promise<unknown> {
  return readJson(req, bodyBytes)
}

/** @throws ScimError 400 */
function wholeNumber(name: string, given: string | undefined): number | undefined {
  if (given === undefined || given === '') return undefined
  if (!/^-?\d{1,9}$/.test(given)) throw refuse('invalidValue', `${name}: is not a whole number`)
  return Number(given)
}

/** A user as a resource of SCIM; what is not known is left out. */
function showUser(user: FoundUser, base: string) {
  const { id, full_name, given_name, family_name, phone, department, external_id } = user
  return {
    schemas: [userSchema, enterpriseSchema],
    id,
    ...(external_id === null ? {} : { externalId: external_id }),
    userName: user.username,
    name: {
      formatted: full_name,
      ...(given_name ? { givenName: given_name } : {}),
      ...(family_name ? { familyName: family_name } : {}),
    },
    displayName: full_name,
    active: user.is_active === 1,
    ...(user.locale === null ? {} : { preferredLanguage: user.locale, locale: user.locale }),
    emails: [{ value: user.email, type: 'work', primary: true }],
    ...(phone === '' ? {} : { phoneNumbers: [{ value: phone, type: 'work' }] }),
    [enterpriseSchema]: department === '' ? {} : { department },
    meta: {
      resourceType: 'User',
      created: user.created_at,
      lastModified: user.changed_at ?? user.created_at,
      location: `${base}/Users/${id}`,
    },
  }
}

/** The user stays as they are, and becomes inactive. */
function endAlone({ given_name, family_name, ...before }: FoundUser): GivenUser {
  return {
    ...before,
    locale: undefined,
    given_name: given_name ?? '',
    family_name: family_name ?? '',
    external_id: before.external_id ?? undefined,
    isActive: false,
  }
}

/**
 * Changes a user. Of a call that is refused for its values, the end of the user is kept: a leaver must not
 * stay because of a department that is too long.
 * @param operations what the call says, one by one
 */
async function changeOrEnd(
  services: Services,
  provider: Provider,
  id: string,
  change: (before: FoundUser) => GivenUser,
  operations: () => readonly Operation[],
): Promise<FoundUser> {
  try {
    return await changeProvisionedUser(services, provider, id, change)
  } catch (cause) {
    const isForValues = cause instanceof ScimError && (cause.status === 400 || cause.status === 409)
    if (!isForValues || !endsUser(operations())) throw cause
    return changeProvisionedUser(services, provider, id, endAlone)
  }
}

function endsUser(operations: readonly Operation[]): boolean {
  const user = keptOf({})
  for (const operation of operations.flatMap(partsOf)) {
    try {
      applyOperation(user, operation)
    } catch (cause) {
      if (!(cause instanceof ScimError)) throw cause
    }
  }
  return isInactive(user.simple.active)
}

/** One operation for each value of one without a path. */
function partsOf(operation: Operation): Operation[] {
  const { op, path, value } = operation
  const whole = onlyOf(value)
  if (!(path === '' || isSameName(path, userSchema)) || !isObject(whole)) return [operation]
  return Object.entries(whole).flatMap(([name, inner]) =>
    name === '' ? [] : partsOf({ op, path: name, value: inner }),
  )
}

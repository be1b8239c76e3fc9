import * as v from 'valibot'
import { givenId } from '../../contract/core/basic.ts'
import { limits } from '../../contract/core/limits.ts'
import type { CallContext } from '../http/call-context.ts'
import { readJson } from '../http/read-body.ts'
import type { Services } from '../http/services.ts'
import { readFilter } from './filter.ts'
import { type FoundUser, findUsers } from './find-users.ts'
import { changeOrEnd, endAlone } from './leavers.ts'
import { patchUser, readOperations } from './patch.ts'
import type { Provider } from './provider.ts'
import { listAnswer, refuse, ScimError, scimAnswer } from './scim-answer.ts'
import { showUser } from './show-user.ts'
import { readDocument, readUser } from './user-document.ts'
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

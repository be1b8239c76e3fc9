import { expect, test } from 'vitest'
import { apiDocument } from '../../../server/openapi/document.ts'
import { createJudge } from '../../support/server/documented-answer.ts'
import { documentedRequests } from '../../support/server/documented-examples.ts'
import { type ExampleWorld, makeExampleWorld } from '../../support/worlds/example-world.ts'

/**
 * Calls whose examples are only good together with what another party did a moment ago: an
 * authenticator, an identity provider, a second factor. Any other call is done.
 */
const otherStatuses: Readonly<Record<string, number>> = {
  postAuthLoginCode: 401,
  postAuthLoginPasskeyOptions: 401,
  postAuthLoginPasskey: 401,
  postAuthLoginSingleSignOn: 404,
  postAuthLoginSingleSignOnFinish: 401,
  postAuthLoginSingleSignOnConfirm: 409,
  getSingleSignOnCallback: 303,
  postAuthConfirmPasskeyOptions: 409,
  postAuthConfirmPasskey: 422,
  postAuthExtension: 422,
  postAccountFactorsTotp: 422,
  postAccountFactorsPasskey: 422,
  postAccountFactorsRecoveryCodes: 409,
  postAccountFactorsIdRemove: 404,
  postOrganizationUsersIdFactorsReset: 409,
  postAdminUsersIdFactorsReset: 409,
  postAdminUsersIdSingleSignOn: 409,
  deleteAdminUsersIdSingleSignOn: 409,
  getReceipt: 403,
  // The address is not the caller's.
  postAccountMailbox: 422,
  postAccountMailboxServer: 422,
  postOrganizationMailboxCredential: 422,
  postOrganizationMailboxCredentialRetry: 404,
  deleteOrganizationMailboxCredential: 404,
  postAccountMailboxSignIn: 422,
  postAccountMailboxSignInFinish: 422,
}

/** A cursor belongs to the list that answered with it, so that the example cannot be a real one. */
async function withCursor({ server, token }: ExampleWorld, path: string): Promise<string> {
  const [list = '', query = ''] = path.split('?')
  if (token === undefined || !query.startsWith('cursor=')) return path
  const { headers } = await server.get(`${list}?limit=1`, { token })
  const [, cursor = 'there is no next page'] =
    /cursor=([^&>]+)/.exec(headers.get('link') ?? '') ?? []
  return `${list}?cursor=${cursor}&limit=1`
}

test('every request is answered as the document says, made as its examples show it', {
  timeout: 120_000,
}, async () => {
  const findProblem = createJudge(apiDocument())
  const wrong: string[] = []
  // What only reads needs no world of its own.
  const groups = Map.groupBy(documentedRequests(), ({ call, method }, index) =>
    method === 'GET' ? call.operationId : index,
  )
  for (const requests of groups.values()) {
    const [{ call } = {}] = requests
    if (call === undefined) continue
    await using world = await makeExampleWorld(call)
    const { server, token, withIds } = world
    for (const { method, path, contentType, headers, body } of requests) {
      const answer = await server.app.request(await withCursor(world, withIds(path)), {
        method,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
        ...(body === undefined ? {} : { body: withIds(body) }),
      })
      const said = (await answer.clone().text()).slice(0, 150)
      const problem = await findProblem(call, answer)
      const { status } = answer
      if (problem !== undefined) wrong.push(`${method} ${path}: ${problem}`)
      if (status !== (otherStatuses[call.operationId] ?? 200)) {
        wrong.push(`${method} ${path}: ${status} ${said}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

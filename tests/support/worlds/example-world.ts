import { shown } from '../../../contract/core/field.ts'
import { keyScopes } from '../../../contract/core/key-scope.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import type { DocumentedCall } from '../../../server/openapi/documented-call.ts'
import { issueScimToken } from '../../../server/scim/tokens.ts'
import { createLink } from '../../../server/sign-in/links/links.ts'
import { withLinks } from '../browser/links.ts'
import { startRspamdStandIn } from '../mail/rspamd.ts'
import { makeMailbox } from '../mailboxes/make-mailbox.ts'
import { owning } from '../owning.ts'
import { createTestServer, type TestServer } from '../server/server.ts'
import { makeDelivery, makeWebhook } from '../webhooks/webhooks.ts'
import { rowsOfEveryTable } from './every-table.ts'
import {
  changeUser,
  type MadeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
} from './factories.ts'
import {
  makeFlag,
  makeGatewayKey,
  makeOperatorKey,
  makeRequest,
  reportScans,
} from './mail-factories.ts'

export interface ExampleWorld extends AsyncDisposable {
  readonly server: TestServer
  /** The token of the call; undefined for a public one. */
  readonly token: string | undefined
  /** Puts the ids of this world in the place of those in an example. */
  withIds(text: string): string
}

interface Firm {
  readonly server: TestServer
  readonly organizationId: string
  readonly caller: MadeUser
}

/** The rows that the contract's examples are about. */
const { password, ...example } = shown

/** Calls that make the user or the organization of the examples, which is not there before. */
const creating = [
  'postAdminUsersDetailed',
  'postAdminUsersImport',
  'postOrganizationUsersInvite',
  'postAdminOrganizationsDetailed',
]

/** A server with what the examples of the document are about. */
export async function makeExampleWorld(call: DocumentedCall): Promise<ExampleWorld> {
  await using cleanUp = new AsyncDisposableStack()
  const rspamd =
    call.operationId === 'postMailChecks' ? cleanUp.use(await startRspamdStandIn()) : undefined
  const server = cleanUp.use(
    await createTestServer({
      services: { ...withLinks.services, rspamdUrl: rspamd?.url ?? null },
    }),
  )
  const isCreated = creating.includes(call.operationId)
  const isEmpty = call.operationId === 'deleteAdminOrganizationsId'
  const organizationId = await makeOrganization(server, {
    name: isCreated ? 'Cedar' : 'Cedar Clinic',
  })
  await makeDomain(server, organizationId, 'clinic.example')
  const isOwn = call.tags.includes('Own organization')
  const caller = await makeUser(server, {
    ...(isEmpty ? {} : { organizationId }),
    password,
    role: isOwn ? 'team_lead' : 'super_admin',
    managesOrganization: isOwn,
  })
  const firm = { server, organizationId, caller }
  const ids = new Map([
    [example.organization, organizationId],
    ...(isEmpty || isCreated ? [] : await makeRania(firm, call)),
    ...(await makeThings(firm, call)),
  ])
  const world = {
    server,
    token: await tokenFor(firm, call),
    withIds: (text: string) =>
      [...ids].reduce((all, [shown, id]) => all.replaceAll(shown, id), text),
  }
  return owning(cleanUp, { ...world })
}

type Ids = readonly (readonly [string, string])[]

/** The user of the examples: with a link, where an invitation or a link is the matter. */
async function makeRania({ server, organizationId }: Firm, call: DocumentedCall): Promise<Ids> {
  const takesLink = /Invitation$|Correction$|PasswordLink/.test(call.operationId)
  const rania = await makeUser(server, {
    organizationId,
    username: 'rania',
    email: 'rania@clinic.example',
    ...(takesLink ? {} : { password }),
  })
  const link = await createLink(server.database, server, 'invitation', {
    ...rania,
    password_hash: null,
  })
  if (takesLink) {
    await changeUser(server, rania.id, { invitation_expires_at: link.expiresAt })
  }
  return [
    [example.user, rania.id],
    [example.link, link.secret],
  ]
}

async function makeThings(
  { server, organizationId, caller }: Firm,
  { operationId }: DocumentedCall,
): Promise<Ids> {
  const [message] = await reportScans(server, caller, [
    { threat_level: 'suspicious', sender: 'alerts@lookalike.example' },
    { threat_level: 'suspicious', sender: 'alerts@lookalike.example' },
  ])
  const isNewFlag = ['postFlagsAdd', 'postFlagsSet'].includes(operationId)
  const flag = await makeFlag(server, caller, {
    flag_type: 'red',
    value: isNewFlag ? 'other.example' : 'lookalike.example',
  })
  await makeFlag(server, caller, { flag_type: 'red', value: 'third.example' })
  const webhook = await makeWebhook(server.services)
  const delivery = await makeDelivery(server, webhook.id)
  await makeDelivery(server, webhook.id)
  await makeOrganization(server, { name: 'Another Clinic' })
  const key = operationId.includes('Scim')
    ? await issueScimToken(server, organizationId, 'Entra ID')
    : await issueGatewayKey(server, organizationId, { label: 'test', scope: 'report' })
  const operatorKey = await makeOperatorKey(server)
  if (operationId === 'postAdminOrganizationsLearningRestore')
    await makeLearnt(server, organizationId)
  if (/AccountMailbox/.test(operationId)) {
    await makeMailbox(server, caller, message && { scanId: message.id })
  }
  return [
    [example.message, message?.id ?? ''],
    [example.flag, flag],
    [example.webhook, webhook.id],
    [example.delivery, delivery],
    [example.key, key.id],
    [example.operatorKey, operatorKey.id],
    [example.request, await makeRequest(server, caller)],
    [example.session, await otherSession(server, caller)],
    ...(/Receipts|Audit$/.test(operationId)
      ? await makeReceipts(server, organizationId, caller)
      : []),
  ]
}

/** The version of the examples. */
async function makeLearnt({ database, clock }: TestServer, organization_id: string) {
  const { learnt_versions } = await rowsOfEveryTable(clock())
  const version = { ...learnt_versions, organization_id, number: 4 }
  await database.insertInto('learnt_versions').values(version).execute()
}

async function otherSession(server: TestServer, caller: MadeUser): Promise<string> {
  await makeSession(server, caller)
  const { id } = await server.database
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', caller.id)
    .executeTakeFirstOrThrow()
  return id
}

async function makeReceipts(
  server: TestServer,
  organizationId: string,
  caller: MadeUser,
): Promise<Ids> {
  const token = await makeSession(server, caller)
  const issue = (month: number) =>
    server.post(`/api/admin/generate-receipt/${organizationId}/2025/${month}`, { token })
  await issue(3)
  await issue(4)
  const { number } = await server.database
    .selectFrom('receipts')
    .select('number')
    .executeTakeFirstOrThrow()
  return [[example.receipt, number]]
}

function tokenFor(
  { server, organizationId, caller }: Firm,
  { security }: DocumentedCall,
): Promise<string> | undefined {
  const [scheme, [scope] = []] = security.flatMap((entry) => Object.entries(entry))[0] ?? []
  if (scheme === undefined) return undefined
  if (scheme === 'user') return makeSession(server, caller)
  return makeGatewayKey(
    server,
    organizationId,
    keyScopes.find((it) => it === scope),
  )
}

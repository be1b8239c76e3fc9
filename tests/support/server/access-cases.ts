import type { Endpoint } from '../../../contract/core/endpoint.ts'
import { examplesOf } from '../../../contract/core/examples.ts'
import { isForGateways } from '../../../contract/core/key-scope.ts'
import { type Permission, type Role, roles } from '../../../contract/core/permissions.ts'
import * as calls from '../../../contract/endpoints.ts'
import { hashSecret } from '../../../server/core/secrets.ts'
import { issueGatewayKey } from '../../../server/gateways/keys/gateway-keys.ts'
import { issueScimToken } from '../../../server/scim/tokens.ts'
import { insertFactor } from '../../../server/sign-in/factors/factors.ts'
import { makeWebhook } from '../webhooks/webhooks.ts'
import { nameOf } from '../worlds/contract.ts'
import {
  type MadeUser,
  makeDomain,
  makeOrganization,
  makeSession,
  makeUser,
} from '../worlds/factories.ts'
import { makeFlag, makeOperatorKey, makeRequest, reportScans } from '../worlds/mail-factories.ts'
import type { TestServer } from './server.ts'

/** A user of an organization, a colleague, and a stranger from another organization. */
export type Scene = Awaited<ReturnType<typeof setScene>>

export interface Attempt {
  readonly path: string
  readonly body?: unknown
}

/** Each role, and a team lead with the right `manage:own-organization`. */
export const askers = [...roles, 'organization_admin'] as const
export type Asker = (typeof askers)[number]

type Statuses = Readonly<Record<Role, number>> & {
  /** As for a team lead without the right, if not set. */
  readonly organization_admin?: number
}

/** A target of a call. */
interface Kind {
  /** Fields that replace those of the call's example. */
  readonly input?: (scene: Scene) => object
  /** The status for each role with a valid token; by default that of the call's access. */
  readonly status?: Statuses | undefined
  /** Whether the answer may contain data of other organizations. */
  readonly showsAll?: true
}

const everyone: Statuses = { employee: 200, team_lead: 200, super_admin: 200 }
const leads: Statuses = { ...everyone, employee: 403 }
const admins: Statuses = { ...leads, team_lead: 403 }
/** The right belongs to no role. */
const organizationAdmins: Statuses = {
  employee: 403,
  team_lead: 403,
  super_admin: 403,
  organization_admin: 200,
}
const ofAdmin = (status: number): Statuses => ({ ...admins, super_admin: status })
const ofOrganizationAdmin = (status: number): Statuses => ({
  ...organizationAdmins,
  organization_admin: status,
})
/** An organization admin sees no such user. */
const unseen = ofOrganizationAdmin(404)
const notFound: Statuses = { employee: 404, team_lead: 404, super_admin: 404 }
const conflict: Statuses = { employee: 409, team_lead: 409, super_admin: 409 }
const unacceptable: Statuses = { employee: 422, team_lead: 422, super_admin: 422 }

/** The asker's password, also in the examples of calls that ask for it. */
const password = 'violet kettle drum'

/** A second table of permissions, so that an error in the contract's own table fails a test. */
const statusOf: Readonly<Record<Permission | 'signed-in', Statuses>> = {
  'signed-in': everyone,
  'view:own': everyone,
  'manage:flags': everyone,
  'view:team': leads,
  'view:admin': admins,
  'manage:users': admins,
  'manage:organizations': admins,
  'manage:receipts': admins,
  'manage:own-organization': organizationAdmins,
}

type Whose = 'asker' | 'colleague' | 'stranger'

const user =
  (whose: Whose) =>
  (scene: Scene): object => ({ id: scene[whose].id })

const chosen =
  (...all: readonly Whose[]) =>
  (scene: Scene): object => ({ ids: all.map((whose) => scene[whose].id) })

const row =
  (whose: keyof Scene['ids']) =>
  ({ ids }: Scene): object => ({ id: ids[whose] })

const organization =
  (whose: 'asker' | 'stranger') =>
  (scene: Scene): object => ({ organization_id: scene[whose].organizationId, month: 1 })

const organizationsOf =
  (whose: 'asker' | 'stranger') =>
  (scene: Scene): object => ({ organization_ids: [scene[whose].organizationId] })

const organizationOf =
  (whose: 'asker' | 'stranger') =>
  (scene: Scene): object => ({ organization_id: scene[whose].organizationId })

const keyOf =
  (whose: 'asker' | 'stranger', id: string) =>
  (scene: Scene): object => ({
    organization_id: scene[whose].organizationId,
    id: Reflect.get(scene.ids, id),
  })

/** Calls about one's own and about another organization. */
const organizations = (both: Omit<Kind, 'input'> = {}, another = both): Record<string, Kind> => ({
  'of their own organization': { ...both, input: organizationOf('asker') },
  'of another organization': { ...another, input: organizationOf('stranger') },
})

/** Calls about these users. */
const users = (
  statuses: Partial<Record<Whose, Statuses>>,
  input: (whose: Whose) => NonNullable<Kind['input']> = user,
): Record<string, Kind> => ({
  ...('asker' in statuses && { themselves: { input: input('asker'), status: statuses.asker } }),
  'a colleague': { input: input('colleague'), status: statuses.colleague },
  'a stranger': { input: input('stranger'), status: statuses.stranger },
})

/** Calls about an organization by its id. */
const organizationIds = (status?: Statuses): Record<string, Kind> => ({
  'their own organization': { input: ({ asker }) => ({ id: asker.organizationId }), status },
  'another organization': { input: ({ stranger }) => ({ id: stranger.organizationId }), status },
})

/** Calls about what belongs to an organization, which they name. */
const things = (
  inputOf: (whose: 'asker' | 'stranger', id: string) => NonNullable<Kind['input']>,
  own: string,
  strange: string,
): Record<string, Kind> => ({
  'of their own organization': { input: inputOf('asker', own) },
  'of another organization': { input: inputOf('stranger', strange) },
  'of another organization through their own': {
    input: inputOf('asker', strange),
    status: ofAdmin(404),
  },
})

/** Calls about what belongs to one user alone. */
const personal = (thing: 'Flag' | 'Factor'): Record<string, Kind> => ({
  'of their own': { input: row(`own${thing}`) },
  'of a colleague': { input: row(`colleagues${thing}`), status: notFound },
  'of a stranger': { input: row(`strangers${thing}`), status: notFound },
})

const domainOf =
  (whose: 'asker' | 'stranger', domain: string) =>
  (scene: Scene): object => ({ organization_id: scene[whose].organizationId, domain })

const saving =
  (where: 'asker' | 'stranger', id?: 'colleague' | 'stranger') =>
  (scene: Scene): object => ({
    username: 'newcomer',
    email: 'newcomer@firm.example',
    organization_id: scene[where].organizationId,
    ...(id === undefined ? {} : { id: scene[id].id }),
  })

type CallName = keyof typeof calls

/** Calls with an id in the path. */
type NamesInPath = {
  [Name in CallName]: (typeof calls)[Name]['path'] extends `${string}:${string}` ? Name : never
}[CallName]

/**
 * Calls that are tried on own and on foreign targets; a call with an id in its path without an entry
 * is a type error. Every other call is tried once, with its example.
 */
const kindsOf: Readonly<Record<NamesInPath, Record<string, Kind>>> &
  Readonly<Partial<Record<CallName, Record<string, Kind>>>> = {
  showOneMessage: {
    'of their own': { input: row('ownScan') },
    'of a stranger': { input: row('strangersScan'), status: notFound },
  },
  // No user of the scene has a mailbox: tests/mailboxes/server/calls.test.ts.
  moveBack: { '': { input: row('ownScan'), status: notFound } },
  changeMailbox: { '': { status: notFound } },
  disconnectMailbox: { '': { status: notFound } },
  findMailServer: { "of another's address": { status: unacceptable } },
  connectMailbox: { "of another's address": { status: unacceptable } },
  beginMailboxSignIn: { "of another's address": { status: unacceptable } },
  // The organizations of the scene have no credential: tests/mailboxes/server/mailbox-credential.test.ts.
  findCredentialServer: { '': { status: ofOrganizationAdmin(422) } },
  keepMailboxCredential: { '': { status: ofOrganizationAdmin(422) } },
  retryMailboxCredential: { '': { status: ofOrganizationAdmin(404) } },
  removeMailboxCredential: { '': { status: ofOrganizationAdmin(404) } },
  inviteOwnToMailboxes: { '': { status: ofOrganizationAdmin(409) } },
  inviteToMailboxes: {
    '': { input: ({ asker }) => ({ organization_id: asker.organizationId }), status: ofAdmin(409) },
  },
  finishMailboxSignIn: { 'that was not begun': { status: unacceptable } },
  removeFlag: personal('Flag'),
  showFlagEvidence: { '': { input: () => ({ value: 'strange.example' }) } },
  // For gateways: tests/gateways/server/flag-maps.test.ts.
  rspamdFlags: {},
  listUsers: { '': { showsAll: true } },
  saveUser: {
    'a new colleague': { input: saving('asker') },
    'a new stranger': { input: saving('stranger') },
    'a colleague': { input: saving('asker', 'colleague') },
    // The answer repeats the id from the request.
    'a stranger': { input: saving('stranger', 'stranger'), showsAll: true },
  },
  removeUser: users({ asker: ofAdmin(409) }),
  setUserStatus: users({ asker: ofAdmin(409) }, chosen),
  // The server cannot send mail, and no user was invited.
  sendInvitation: users({ colleague: ofAdmin(409), stranger: ofAdmin(409) }),
  endInvitation: users({ colleague: ofAdmin(409), stranger: ofAdmin(409) }),
  showFactorPolicy: organizations(),
  setFactorPolicy: {
    ...organizations(),
    'of super admins': { input: () => ({ organization_id: undefined }) },
  },
  resetFactorsOfUser: users({ asker: ofAdmin(409) }),
  setOwnUserStatus: {
    ...users({ asker: unseen, stranger: unseen }, chosen),
    'a colleague and a stranger': { input: chosen('colleague', 'stranger'), status: unseen },
  },
  // The domain is not approved: tests/organizations/server/ corrects users.
  correctOwnUser: users({
    colleague: ofOrganizationAdmin(422),
    stranger: unseen,
    asker: unseen,
  }),
  resetFactorsOfOwnUser: users({ asker: unseen, stranger: unseen }),
  // The server cannot send mail: tests/organizations/server/ invites users.
  inviteOwnUsers: { '': { status: ofOrganizationAdmin(409) } },
  sendOwnInvitation: users({
    colleague: ofOrganizationAdmin(409),
    stranger: ofOrganizationAdmin(409),
  }),
  withdrawOwnInvitation: users({ colleague: ofOrganizationAdmin(409), stranger: unseen }),
  listOrganizations: { '': { showsAll: true } },
  setJudge: organizations(),
  setLearning: organizations(),
  // Neither has learnt; tests/judge/server/learning.test.ts restores a version.
  restoreLearning: organizations({ status: ofAdmin(404) }),
  forgetLearning: organizations(),
  setOrganizationStatus: organizationIds(),
  // Both have users; tests/organizations/server/save-organization.test.ts removes an empty one.
  removeOrganization: organizationIds(ofAdmin(409)),
  generateReceipt: {
    'of their own organization': { input: organization('asker') },
    'of another organization': { input: organization('stranger') },
  },
  // The scene has no registration to complete.
  addTotp: { '': { status: unacceptable } },
  addPasskey: { '': { status: unacceptable } },
  confirmWithPasskey: { '': { status: unacceptable } },
  removeFactor: personal('Factor'),
  closeRequest: {
    'a report of a colleague': { input: row('colleaguesReport') },
    'a report of a stranger': {
      input: row('strangersReport'),
      status: { ...leads, team_lead: 404 },
    },
    // Support alone says that it has answered.
    'their own support request': { input: row('ownRequest'), status: { ...leads, team_lead: 404 } },
  },
  showMember: users({
    asker: { ...leads, super_admin: 404 },
    stranger: { ...leads, team_lead: 404, super_admin: 404 },
  }),
  listAudit: { '': { showsAll: true } },
  exportAudit: { '': { input: () => ({ action: undefined }), showsAll: true } },
  search: { '': { input: () => ({ q: 'strange' }), showsAll: true } },
  listOrganizationDomains: organizations({}, { showsAll: true }),
  addDomain: organizations(),
  deleteDomain: things(domainOf, 'own.example', 'strange.example'),
  showScim: organizations(),
  saveScim: organizations(),
  addScimToken: organizations(),
  removeScimToken: things(keyOf, 'ownScimToken', 'strangersScimToken'),
  showConnection: organizations(),
  listKeys: organizations(),
  issueKey: organizations(),
  expireKey: things(keyOf, 'ownKey', 'strangersKey'),
  revokeKey: things(keyOf, 'ownKey', 'strangersKey'),
  listOperatorKeys: { '': { showsAll: true } },
  issueOperatorKey: {
    'for another organization': { input: organizationsOf('stranger'), showsAll: true },
  },
  expireOperatorKey: { '': { input: row('operatorKey') } },
  coverByOperatorKey: {
    '': {
      input: (scene) => ({ ...row('operatorKey')(scene), ...organizationsOf('stranger')(scene) }),
    },
  },
  revokeOperatorKey: { '': { input: row('operatorKey') } },
  // The server has no PUBLIC_URL, which single sign-on needs.
  showSignInSettings: organizations({}, { showsAll: true }),
  saveSignInSettings: organizations({ status: ofAdmin(409) }),
  checkIssuer: organizations(),
  showIdentity: users({}),
  linkByHand: users({ colleague: ofAdmin(409), stranger: ofAdmin(409) }),
  unlinkIdentity: users({ colleague: ofAdmin(409), stranger: ofAdmin(409) }),
  // No user of the scene signs in by single sign-on.
  confirmAtProvider: { '': { status: conflict } },
  showOrganizationSummary: organizations({}, { showsAll: true }),
  showJudge: organizations({}, { showsAll: true }),
  showLearning: organizations(),
  exportLearning: organizations(),
  showOrganizationThreats: organizations({}, { showsAll: true }),
  listReceipts: organizations(),
  // The scene has no receipt: tests/receipts/server/open-receipt.test.ts.
  renewReceiptLink: { '': { status: ofAdmin(404) } },
  showDailyCounts: organizations(),
  showArrival: organizations(),
  endOneSession: {
    'of their own': { input: row('ownSession') },
    'of a stranger': { input: row('strangersSession'), status: notFound },
  },
  changeWebhook: { '': { input: row('webhook') } },
  renewWebhookSecret: { '': { input: row('webhook') } },
  testWebhook: { '': { input: row('webhook') } },
  removeWebhook: { '': { input: row('webhook') } },
  sendDeliveryAgain: { '': { input: row('webhook') } },
  deleteDeliveries: { '': { input: row('webhook') } },
  reportMail: {
    'of their own mail': { input: row('ownScan') },
    'of the mail of a stranger': { input: row('strangersScan'), status: notFound },
  },
}

const kindsByName: ReadonlyMap<string, Record<string, Kind>> = new Map(Object.entries(kindsOf))

export const cases = Object.entries<Endpoint>(calls).flatMap(([name, endpoint]) => {
  const { access } = endpoint
  const { input } = examplesOf(endpoint)
  if (access === 'public' || isForGateways(access)) return []
  return Object.entries(kindsByName.get(name) ?? { '': {} }).map(([kind, row]) => ({
    call: nameOf(endpoint),
    kind,
    status: statusesOf(row.status ?? statusOf[access]),
    showsAll: row.showsAll ?? false,
    attempt: (scene: Scene): Attempt =>
      endpoint.mediaType === undefined
        ? requestOf(endpoint, { ...asObject(input), ...row.input?.(scene) })
        : { path: endpoint.path, body: input },
  }))
})

function statusesOf(statuses: Statuses): Readonly<Record<Asker, number>> {
  return { organization_admin: statuses.team_lead, ...statuses }
}

function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : {}
}

/** Puts path parameters into the path and the other fields into the query or the body. */
function requestOf({ method, path }: Endpoint, input: object): Attempt {
  const fields = new Map(Object.entries(input))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name))
    fields.delete(name)
    return value
  })
  if (method !== 'GET') {
    return fields.size === 0 ? { path: filled } : { path: filled, body: Object.fromEntries(fields) }
  }
  const query = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
  return { path: query.size === 0 ? filled : `${filled}?${query}` }
}

export async function setScene(server: TestServer, who: Asker) {
  const own = await makeOrganization(server)
  const asker = await makeUser(server, {
    organizationId: own,
    password,
    full_name: 'Asker',
    ...(who === 'organization_admin'
      ? { role: 'team_lead', managed_organization_id: own }
      : { role: who }),
  })
  const { organizationId } = asker
  const colleague = await makeUser(server, { organizationId, full_name: 'Colleague' })
  const strange = await makeOrganization(server, { name: 'strange organization' })
  const stranger = await makeUser(server, {
    organizationId: strange,
    username: 'strange-person',
    full_name: 'A strange person',
  })
  const [ownScan] = await reportScans(server, asker, [{}])
  const [strangersScan] = await reportScans(server, stranger, [
    { threat_level: 'malicious', sender: 'a@strange.example', detection_reason: 'strange' },
    { threat_level: 'suspicious', subject: 'strange' },
  ])
  const flagOf = (user: MadeUser, value: string) =>
    makeFlag(server, user, { flag_type: 'red', value })
  const factorOf = ({ id }: MadeUser) =>
    insertFactor(server, { user_id: id, kind: 'passkey', name: 'Laptop' })
  const keyOfOrganization = async (id: string) =>
    (await issueGatewayKey(server, id, { label: '' })).id
  const scimTokenOf = async (id: string) => (await issueScimToken(server, id, '')).id
  const sessionOf = async (user: MadeUser) => {
    const hash = hashSecret(await makeSession(server, user))
    const { id } = await server.database
      .selectFrom('sessions')
      .select('id')
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow()
    return id
  }
  await makeDomain(server, organizationId, 'own.example')
  await makeDomain(server, strange, 'strange.example')
  const ids = {
    ownFlag: await flagOf(asker, 'own.example'),
    colleaguesFlag: await flagOf(colleague, 'colleague.example'),
    strangersFlag: await flagOf(stranger, 'strange.example'),
    ownKey: await keyOfOrganization(organizationId),
    strangersKey: await keyOfOrganization(strange),
    ownScimToken: await scimTokenOf(organizationId),
    strangersScimToken: await scimTokenOf(strange),
    ownFactor: await factorOf(asker),
    colleaguesFactor: await factorOf(colleague),
    strangersFactor: await factorOf(stranger),
    ownScan: ownScan?.id ?? '',
    strangersScan: strangersScan?.id ?? '',
    ownSession: await sessionOf(asker),
    strangersSession: await sessionOf(stranger),
    webhook: (await makeWebhook(server.services)).id,
    operatorKey: (await makeOperatorKey(server)).id,
    colleaguesReport: await makeRequest(server, colleague, 'mail-report'),
    strangersReport: await makeRequest(server, stranger, 'mail-report'),
    ownRequest: await makeRequest(server, asker),
  }
  return { server, asker, colleague, stranger, ids }
}

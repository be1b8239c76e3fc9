import type { Permission } from '../../../../contract/core/permissions.ts'
import type { Capability } from '../../../../contract/sign-in/show-capabilities.ts'
import type { Screen, TabOf } from './screens.ts'

interface ActionOf<Name extends Screen> {
  readonly screen: Name
  /** The first one without it. */
  readonly tab?: TabOf<Name>
  /** The form, dialog or section that `?open=` opens there; none where the action stands open. */
  readonly open?: string
  /** Beside that of the screen. */
  readonly permission?: Permission
  /** The backend has to have it. */
  readonly capability?: Capability
}

export type Action = { readonly [Name in Screen]: ActionOf<Name> }[Screen]

/** Actions of the screens, by name, with their places: each can be searched for and linked to. */
export const actions = {
  checkMail: { screen: 'employee', open: 'check', capability: 'mail-checks' },
  addFlag: { screen: 'employee', tab: 'flags', permission: 'manage:flags' },
  importFlags: { screen: 'employee', tab: 'flags', open: 'import', permission: 'manage:flags' },
  generateTeamReport: { screen: 'team', open: 'report' },
  requestSupport: { screen: 'team', tab: 'tools', open: 'support' },
  training: { screen: 'team', tab: 'tools' },
  invite: { screen: 'people', open: 'invite', capability: 'invitations' },
  addUser: { screen: 'admin', tab: 'users', open: 'new', permission: 'manage:users' },
  importUsers: { screen: 'admin', tab: 'users', open: 'import', capability: 'user-import' },
  exportUsers: { screen: 'admin', tab: 'users', capability: 'user-export' },
  addOrganization: {
    screen: 'admin',
    tab: 'organizations',
    open: 'new',
    permission: 'manage:organizations',
  },
  generateReceipt: { screen: 'admin', open: 'receipt', permission: 'manage:receipts' },
  requestReport: { screen: 'admin', open: 'report' },
  password: { screen: 'account', open: 'password' },
  factors: { screen: 'account', open: 'factors' },
  sessions: { screen: 'account', open: 'sessions' },
  extension: { screen: 'account', open: 'extension' },
  mailbox: { screen: 'account', open: 'mailbox', capability: 'mailbox-invitations' },
  answers: { screen: 'account', open: 'answers' },
  language: { screen: 'account', open: 'language', capability: 'languages' },
  data: { screen: 'account', open: 'data' },
} as const satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof actions

function isAction(name: string): name is ActionName {
  return Object.hasOwn(actions, name)
}

export const actionNames: readonly ActionName[] = Object.keys(actions).filter(isAction)

/** The values of `?open=` that name no row. */
export type OpenName = Extract<(typeof actions)[ActionName], { open: string }>['open']

import { lazy } from '../../ui/lazy-component.ts'

/** Loaded when it is opened, or soon. */
export const inviteModal = lazy(async () => (await import('./later-parts.ts')).InviteModal)
export const ownUserModal = lazy(async () => (await import('./later-parts.ts')).OwnUserModal)
export const peopleTools = lazy(async () => (await import('./later-parts.ts')).PeopleTools)
export const sendAgainToAll = lazy(async () => (await import('./later-parts.ts')).SendAgainToAll)
export const inviteToMailboxes = lazy(
  async () => (await import('./later-parts.ts')).InviteToMailboxes,
)
export const organizationMailboxes = lazy(
  async () => (await import('../mailboxes/OrganizationMailboxes.tsx')).OrganizationMailboxes,
)
export const rowFocus = lazy(async () => (await import('../../ui/keep-row-focus.ts')).RowFocus)

import { lazy } from '../../../ui/lazy-component.ts'

/** Loaded when it is opened, or soon. */
export const inviteModal = lazy(async () => (await import('./InviteModal.tsx')).InviteModal)
export const ownUserModal = lazy(async () => (await import('./OwnUserModal.tsx')).OwnUserModal)
export const peopleTools = lazy(async () => (await import('./PeopleTools.tsx')).PeopleTools)
export const domainsPart = lazy(async () => (await import('./Domains.tsx')).Domains)

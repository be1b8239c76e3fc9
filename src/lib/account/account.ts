import { computed } from 'nanostores'
import { $session } from '../sign-in/session.ts'

const shown = ['full_name', 'username', 'email', 'phone', 'organization_name'] as const

/** The account's details of the user; without unknown ones. */
export const $accountDetails = computed($session, (session) => {
  if (session.status !== 'signed-in') return []
  const { user } = session
  return shown.map((name) => ({ name, value: user[name] })).filter(({ value }) => value !== '')
})

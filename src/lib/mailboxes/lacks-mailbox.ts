import type { User } from '../../../contract/users/user.ts'

type Invitable = Pick<User, 'is_active' | 'mailbox' | 'invitation_expires_at' | 'role'>

/** Whether the server invites a user of an organization: one who has come, and has no mailbox in Aman. */
export function lacksMailbox({ is_active, mailbox, invitation_expires_at, role }: Invitable) {
  return is_active && !mailbox && !invitation_expires_at && role !== 'super_admin'
}

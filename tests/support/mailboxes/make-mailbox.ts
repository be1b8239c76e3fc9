import { newId } from '../../../server/database/id.ts'
import type { Mailboxes, MailPlace } from '../../../server/database/tables/mail.ts'
import { sealPassword } from '../../../server/mailboxes/password.ts'
import type { TestServer } from '../server/server.ts'
import type { MadeUser } from '../worlds/factories.ts'

/** A mailbox that no server watches, with a mail in it. */
export async function makeMailbox(
  { database, services }: TestServer,
  { id: user_id, email }: Pick<MadeUser, 'id' | 'email'>,
  mail: { readonly scanId: string; readonly place?: MailPlace } | undefined,
  overrides: Partial<Mailboxes> = {},
): Promise<string> {
  const id = newId()
  const at = services.clock().toISOString()
  if (services.sealer === null) throw new Error('there is no key for secrets')
  await database
    .insertInto('mailboxes')
    .values({
      id,
      user_id,
      address: email,
      host: 'imap.clinic.example',
      port: 993,
      security: 'tls',
      username: email,
      sealed_password: sealPassword(services.sealer, id, 'abcd efgh ijkl mnop'),
      action: 'move',
      state: 'active',
      problem: null,
      refusals: 0,
      authserv_id: 'mx.clinic.example',
      uid_validity: '1',
      last_uid: '0',
      folder: 'Aman – suspicious',
      folder_made_on: null,
      folder_seen: '',
      junk_seen: '',
      connected_at: at,
      seen_at: at,
      last_mail_at: at,
      asked_at: null,
      watcher: null,
      moves_last_day: 0,
      reads_senders: 0,
      signs_in: 0,
      credential_of: null,
      ...overrides,
    })
    .execute()
  if (mail !== undefined) {
    const { scanId: scan_id, place = 'moved' } = mail
    await database
      .insertInto('mailbox_mails')
      .values({
        mailbox_id: id,
        id: newId(),
        scan_id,
        place,
        uid: '1',
        received_at: at,
        judged_at: at,
      })
      .execute()
  }
  return id
}

import { ImapFlow } from 'imapflow'

/** The mail program of a user. */
export async function openImapClient(
  port: number,
  auth: { readonly user: string; readonly pass: string },
  ca: string,
): Promise<ImapFlow> {
  const connection = { host: 'localhost', port, secure: true, auth, tls: { ca } }
  const client = new ImapFlow({ ...connection, logger: false, disableAutoIdle: true })
  client.on('error', () => {})
  await client.connect()
  return client
}

import { type Connection, within } from './imap/open-imap.ts'
import { readHeaders } from './imap/read-headers.ts'

/** The newest mails of the inbox that are looked at. */
const looked = 20
/** Fewer with the same name prove nothing. */
const fewest = 3

/**
 * The name with which the server of a mailbox begins its Authentication-Results: that of the topmost results in
 * most of the newest mail. Only the server adds lines above those that came with a mail.
 * @returns empty if there is none
 */
export async function learnAuthserv({ client }: Connection): Promise<string> {
  const { mailbox } = client
  if (!mailbox || mailbox.exists === 0) return ''
  const first = Math.max(1, mailbox.exists - looked + 1)
  const query = { headers: ['authentication-results'] }
  const mails = await within(client, client.fetchAll(`${first}:*`, query))
  const names = mails.map(({ headers }) => {
    const [topmost] = readHeaders(headers).filter(({ key }) => key === 'authentication-results')
    return topmost?.value.split(/[\s;]/, 1)[0]?.toLowerCase() ?? ''
  })
  const [[name, count] = ['', 0]] = [...Map.groupBy(names, (it) => it)]
    .map(([name, same]) => [name, same.length] as const)
    .sort(([, one], [, other]) => other - one)
  return count >= Math.max(fewest, names.length / 2) && isName(name) ? name : ''
}

function isName(name: string): boolean {
  return /^[a-z0-9._-]{1,253}$/.test(name)
}

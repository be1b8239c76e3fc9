import type { TestServer } from '../server/server.ts'

export const linkOrigin = 'https://aman.firm.example'

/** A server with PUBLIC_URL and a mail server. */
export const withLinks = { services: { linkOrigin, publicUrl: linkOrigin } }

export function mailsTo({ database }: TestServer, recipient: string) {
  return database
    .selectFrom('mails')
    .select(['id', 'subject', 'body', 'holds_secret'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

/** The secret in the last link that was mailed to a user. */
export async function lastSecretTo(server: TestServer, recipient: string): Promise<string> {
  const bodies = (await mailsTo(server, recipient)).map(({ body }) => body).toReversed()
  const found = bodies.map((body) => /\/set-password\/#(\S{43})\n/.exec(body)?.[1])
  const secret = found.find((each) => each !== undefined)
  if (secret === undefined) throw new Error(`no link was mailed to ${recipient}`)
  return secret
}

export const newPassword = 'quiet zebra juggles lanterns'

/** @returns the status, and the code of an error */
export async function takeLink(server: TestServer, secret: string, password = newPassword) {
  const { status, code } = await server.post('/api/auth/password-link/password', {
    body: { secret, password },
  })
  return `${status} ${code}`.trim()
}

/** @returns the status, and the code of an error */
export async function readLink(server: TestServer, secret: string): Promise<string> {
  const { status, code } = await server.post('/api/auth/password-link', { body: { secret } })
  return `${status} ${code}`.trim()
}

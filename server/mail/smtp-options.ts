/**
 * The options of nodemailer for a mail server. Someone on the way can take the offer of TLS out of
 * a conversation, so a password is said without TLS only where the URL asks for that.
 * @param url smtp:// or smtps://, with nodemailer options in the query, for example requireTLS
 */
export function smtpOptions(url: string) {
  const { protocol, password, searchParams } = new URL(url)
  const isChosen = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return protocol === 'smtp:' && password !== '' && !isChosen ? { url, requireTLS: true } : { url }
}

import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { dayMs, secondMs } from '../../core/clock.ts'
import { type Finding, reasonOf, well, wrong } from './finding.ts'

const timeoutMs = 10 * secondMs
const warnedDays = 14
const renewal = 'Renew it now, and look at why it was not renewed by itself.'

/** The certificate at PUBLIC_URL, or that nothing speaks TLS there. */
export async function checkCertificate({ hostname, port }: URL): Promise<Finding> {
  const host = hostname.replace(/^\[(.+)\]$/, '$1')
  const name = isIP(host) === 0 ? { servername: host } : {}
  const socket = connect({ host, port: Number(port || 443), ...name })
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
  try {
    await once(socket, 'secureConnect')
    const until = new Date(socket.getPeerCertificate().valid_to)
    const days = Math.floor((until.getTime() - Date.now()) / dayMs)
    const what = `The certificate of ${host} is valid for ${days} days`
    return days >= warnedDays ? well(what) : wrong(what, renewal)
  } catch (cause) {
    return explain(cause, host, port || '443')
  } finally {
    socket.destroy()
  }
}

const unreached =
  /^(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$|^undefined$/

function explain(cause: unknown, host: string, port: string): Finding {
  const code = String(Object(cause).code ?? Object(cause).errors?.[0]?.code)
  const words = reasonOf(cause)
  if (unreached.test(code)) {
    return wrong(
      `Nothing answers at ${host}:${port}: ${words}`,
      `Start the proxy and let it listen on ${port} (nginx -t && systemctl start nginx), and open the port in the firewall.`,
    )
  }
  if (code.startsWith('ERR_SSL_')) {
    return wrong(
      `${host}:${port} does not speak TLS: ${words}`,
      `Let the proxy listen on ${port} with a certificate: listen ${port} ssl in nginx.`,
    )
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return wrong(`The certificate of ${host} has expired`, renewal)
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return wrong(
      `The certificate of ${host} is for other names: ${words}`,
      'Install one for this name, or correct PUBLIC_URL.',
    )
  }
  return wrong(
    `The certificate of ${host} is not trusted: ${words}`,
    code === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
      ? "The proxy sends it without its chain: name the file with the whole chain (Let's Encrypt: fullchain.pem). An authority of your own: set NODE_EXTRA_CA_CERTS to its certificate."
      : 'Install one of an authority that browsers trust. One of your own authority: set NODE_EXTRA_CA_CERTS to its certificate.',
  )
}

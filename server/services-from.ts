import { prices } from '../contract/receipts/price.ts'
import type { Configuration } from './core/configuration.ts'
import { createOutboundFetch, createOutboundPost } from './core/outbound-fetch.ts'
import { settings } from './core/settings.ts'
import { mailServersOf } from './http/mail-servers.ts'
import type { Services } from './http/services.ts'

/** The services that follow from the configuration alone. */
export function servicesFrom(configuration: Configuration) {
  const { mail, publicUrl, outboundProxies: proxies } = configuration
  return {
    limits: configuration.limits,
    prices,
    trainingUrl: configuration.trainingUrl,
    publicUrl,
    linkOrigin: configuration.linkOrigin,
    allowedOrigins: configuration.allowedOrigins,
    trustedProxies: configuration.trustedProxies,
    gatewayNetworks: configuration.gatewayNetworks,
    outboundFetch: createOutboundFetch({
      privateNetworks: configuration.outboundPrivateNetworks,
      proxies,
    }),
    webhookPost: createOutboundPost({
      privateNetworks: configuration.webhookPrivateNetworks,
      proxies,
    }),
    webhookPrivateNetworks: configuration.webhookPrivateNetworks,
    mailServers: mailServersOf(configuration.mailboxPrivateNetworks),
    mailApplications: configuration.mailApplications,
    rspamdUrl: configuration.rspamdUrl,
    trustablePublicMail: configuration.trustablePublicMail,
    supportMailbox: mail.support,
    mailDomain: mailDomainOf(mail.from, publicUrl),
  } satisfies Partial<Services>
}

/**
 * The domain for Message-IDs: that of the sender or, if the operator has not configured a sender, that
 * of the server.
 */
function mailDomainOf(from: string, publicUrl: string | null): string {
  if (from === settings.MAIL_FROM.default && publicUrl !== null) return new URL(publicUrl).hostname
  return from.slice(from.lastIndexOf('@') + 1)
}

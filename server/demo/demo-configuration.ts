import type { Configuration } from '../core/configuration.ts'
import { isOwnMachine } from '../http/connections/host.ts'

const ownNetworks = '127.0.0.0/8,::1/128'

/**
 * Defaults of the demo: its mail is printed, so it offers what needs mail, with links to itself,
 * and identity providers may be on the same machine, if only this machine reaches the demo.
 */
export function demoConfiguration(configuration: Configuration): Configuration {
  const { publicUrl, host, outboundPrivateNetworks } = configuration
  return {
    ...configuration,
    linkOrigin: publicUrl ?? ownAddress(configuration),
    // Where others reach the demo, its published passwords let them name a provider.
    outboundPrivateNetworks: outboundPrivateNetworks || (isOwnMachine(host) ? ownNetworks : ''),
  }
}

/** Null on a port that the system chooses, and where other machines reach the demo under another name. */
function ownAddress({ host, port }: Configuration): string | null {
  if (port === 0 || !isOwnMachine(host)) return null
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

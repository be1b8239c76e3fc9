import type { Configuration } from './configuration.ts'

const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Where the server with this configuration answers on this machine. */
export function localAddress({ host, port }: Pick<Configuration, 'host' | 'port'>): string {
  const name = anyAddress[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `http://${name}:${port}`
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rulesOfUnknownSite } from '../../../hosting/headers.ts'
import { formatNginx } from '../../../hosting/nginx.ts'
import type { Place } from './start.ts'

export const host = 'aman.example'
const operations = join(import.meta.dirname, '../../../docs/operations.md')

/** The example of the document with other ports and paths. */
export async function haproxySettings(ports: readonly [number, number]) {
  const document = await readFile(operations, 'utf8')
  const example = /```haproxy\n(.*?)```/s.exec(document)?.[1] ?? ''
  return (place: Place) =>
    example
      .replace('bind :80', `bind 127.0.0.1:${place.httpPort}`)
      .replace('bind :443', `bind 127.0.0.1:${place.httpsPort}`)
      .replace('/etc/haproxy/aman.pem', place.both)
      .replace('192.0.2.11:4321', `127.0.0.1:${ports[0]}`)
      .replace('192.0.2.12:4321', `127.0.0.1:${ports[1]}`)
}

/** The printed settings with other ports and paths. */
export function nginxSettings(folder: string, ports: readonly [number, number]) {
  return (place: Place) =>
    formatNginx(rulesOfUnknownSite, folder, host)
      .replace('listen 80;', `listen 127.0.0.1:${place.httpPort};`)
      .replace('listen 443 ', `listen 127.0.0.1:${place.httpsPort} `)
      .replace(/ssl_certificate \S+;/, `ssl_certificate ${place.certificate};`)
      .replace(/ssl_certificate_key \S+;/, `ssl_certificate_key ${place.key};`)
      .replace(
        /server 127\.0\.0\.1:4321 (.*);/,
        ports.map((port) => `server 127.0.0.1:${port} $1;`).join('\n'),
      )
}

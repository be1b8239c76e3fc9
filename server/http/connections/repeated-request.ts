import type { IncomingMessage } from 'node:http'
import { repeatsHeader } from '../../../hosting/repeats.ts'

/** Whether the proxy in front asks another server if this one gives no answer. */
export function isRepeated({ method = '', headers }: IncomingMessage): boolean {
  return ['GET', 'HEAD'].includes(method) && headers[repeatsHeader.toLowerCase()] !== undefined
}

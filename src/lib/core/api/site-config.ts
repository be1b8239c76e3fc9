import * as v from 'valibot'
import { object } from '../../../../contract/core/basic.ts'
import { readSiteFile } from './http.ts'

const siteConfig = object({ training_url: v.nullish(v.string(), null) })

/**
 * The training portal, which is configured at run time in `/config.json` (R153).
 * @returns undefined if it is not configured or not a web address
 */
export async function loadTrainingUrl(): Promise<string | undefined> {
  const config = await readSiteFile('/config.json', siteConfig).catch(() => undefined)
  return webAddressOf(config?.training_url ?? '')
}

/** @returns undefined for URLs that are not safe to open, such as `javascript:` */
export function webAddressOf(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

import * as v from 'valibot'
import { object } from '../../../contract/fields/basic.ts'
import { readSiteFile } from './http.ts'

const siteConfig = object({ training_url: v.nullish(v.string(), null) })

/**
 * The training portal, which is set where the site runs, in a plain file `/config.json` (R153).
 * @returns undefined where none is set, or where it is not a web address
 */
export async function loadTrainingUrl(): Promise<string | undefined> {
  const config = await readSiteFile('/config.json', siteConfig).catch(() => undefined)
  return webAddressOf(config?.training_url ?? '')
}

/** @returns undefined for anything that a browser should not be sent to, scripts above all */
export function webAddressOf(text: string): string | undefined {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined
}

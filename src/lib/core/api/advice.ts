import * as v from 'valibot'
import { object } from '../../../../contract/core/basic.ts'
import { attackKinds } from '../../../../contract/emails/attack-kind.ts'
import { $locale } from '../i18n/i18n.ts'
import { readSiteFile } from './http.ts'

const advice = object({
  greeting: v.string(),
  kinds: v.record(v.picklist(attackKinds), object({ subject: v.string(), text: v.string() })),
})
export type Advice = v.InferOutput<typeof advice>

/**
 * Advice that a team lead may give a member, from `src/content/advice.yaml`; throws like `call`.
 */
export function loadAdvice(): Promise<Advice> {
  return readSiteFile(`/advice/${$locale.get()}.json`, advice)
}

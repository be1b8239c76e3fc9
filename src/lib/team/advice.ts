import * as v from 'valibot'
import { object } from '../../../contract/core/basic.ts'
import type { AttackKind } from '../../../contract/emails/attack-kind.ts'
import { attackKinds } from '../../../contract/emails/attack-kind.ts'
import { readSiteFile } from '../core/api/http.ts'
import { createResource } from '../core/api/resource.ts'
import { $locale } from '../core/i18n/i18n.ts'

const adviceSchema = object({
  greeting: v.string(),
  kinds: v.record(v.picklist(attackKinds), object({ subject: v.string(), text: v.string() })),
})
export type Advice = v.InferOutput<typeof adviceSchema>

/**
 * Advice that a team lead may give a member, from `src/content/advice.yaml`; throws like `call`.
 */
export function loadAdvice(): Promise<Advice> {
  return readSiteFile(`/advice/${$locale.get()}.json`, adviceSchema)
}

/** Advice to members, by the kind of attack. */
export const advice = createResource(loadAdvice)

/** As many as a team remembers. */
const mostTold = 2

/** Spam is a nuisance, and about the rest the texts can say little. */
const isAttack = (kind: AttackKind) => kind !== 'spam' && kind !== 'other'

/** The texts that matter most to a team: about the attacks that it meets most often. */
export function textsToTell(
  { kinds: texts }: Advice,
  kinds: readonly { readonly kind: AttackKind }[],
): { kind: AttackKind; subject: string; text: string }[] {
  const known = kinds.flatMap(({ kind }) => {
    const told = texts[kind]
    return told === undefined ? [] : [{ kind, ...told }]
  })
  const { attack = [], rest = [] } = Object.groupBy(known, ({ kind }) =>
    isAttack(kind) ? 'attack' : 'rest',
  )
  return [...attack, ...rest].slice(0, mostTold)
}

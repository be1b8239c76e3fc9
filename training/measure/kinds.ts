import { groupsOf, signatureOf } from '../near-duplicates.ts'
import { isSpamAssassin, type SourceMail } from '../sources.ts'

interface Read {
  readonly mail: Pick<SourceMail, 'id' | 'family'>
  readonly words: readonly string[]
}

/** `ar-money-frauds-12/3` and `money-frauds-7/0` are of one kind, and fluent requests of that of their honest twins. */
function kindOfText(id: string): string {
  return id
    .replace(/\/\d+$/, '')
    .replace(/-\d+$/, '')
    .replace(/^ar-/, '')
    .replace(/^fluent-requests$/, 'fluent-honest')
}

/**
 * Kinds, each of which stands on one side of every split: near-duplicates of SpamAssassin, and a
 * kind of the project's texts in both languages. A family stands where its first text does.
 */
export function kindsOf(all: readonly Read[]): string[] {
  const old = all.filter(({ mail }) => isSpamAssassin(mail))
  const campaigns = groupsOf(old.map(({ words }) => signatureOf(words)))
  const campaignOf = new Map(old.map((it, at) => [it, campaigns[at]]))
  const kindOfFamily = new Map<string, string>()
  return all.map((it) => {
    const { id, family } = it.mail
    if (isSpamAssassin(it.mail)) return `spam-assassin/${campaignOf.get(it)}`
    const kind = kindOfFamily.get(family) ?? kindOfText(id)
    kindOfFamily.set(family, kind)
    return kind
  })
}

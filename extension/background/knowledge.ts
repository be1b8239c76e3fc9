import * as v from 'valibot'
import { showJudgeKnowledgeEndpoint } from '../../contract/judge/show-judge-knowledge.ts'
import type { JudgeOptions } from '../../judge/judge.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { judgingLayer, tableBytes } from '../../judge/learn/shift.ts'
import { correspondentOf } from '../../judge/lists/correspondent.ts'
import { isInSet, unpackSet } from '../../judge/lists/hashed-set.ts'
import type { ReadMail } from '../../judge/read/read-mail.ts'
import { signersOf } from '../../judge/rules/colleague.ts'
import { nameKeys } from '../../judge/rules/name-keys.ts'
import { askForNews } from '../core/ask-server.ts'
import { browser } from '../core/browser.ts'
import { readMembership } from '../core/membership.ts'
import { withAccount } from './ask-account.ts'

/* The knowledge of the account's organization, as far as a judge in a browser is told of it. */

const kept = v.object({
  etag: v.string(),
  /** When the server was last asked. */
  at: v.number(),
  answer: showJudgeKnowledgeEndpoint.output,
})
type Kept = v.InferOutput<typeof kept>

export interface OpenKnowledge {
  readonly knowledge: Knowledge
  readonly options: Pick<JudgeOptions, 'layer' | 'perThousand'>
  /** Whether people of the organization bear this name. */
  readonly isOfPerson: (name: string) => boolean
}

const key = 'knowledge'
const askedAgainAfterMs = 15 * 60_000
const nothing: OpenKnowledge = { knowledge: {}, options: {}, isOfPerson: () => false }

let opened: { readonly etag: string; readonly open: OpenKnowledge } | undefined
/** The last question; each waits for the one before, which may be another account's. */
let news: Promise<void> = Promise.resolve()

async function readKept(): Promise<Kept | undefined> {
  const read = v.safeParse(kept, (await browser.storage.local.get(key))[key])
  return read.success ? read.output : undefined
}

/**
 * As it was last told. A mail waits for news only while an account that has just joined gets its first.
 * @param model the version of the judge's own
 */
export async function readKnowledge(model: string): Promise<OpenKnowledge> {
  let found = await readKept()
  if (found === undefined) {
    await news
    found = await readKept()
  }
  if (found === undefined) return nothing
  if (opened?.etag !== found.etag) {
    opened = { etag: found.etag, open: await openKnowledge(found.answer, model) }
  }
  return opened.open
}

/** Asks for news, at most every quarter of an hour. A judge without news goes on with what it has. */
export function refreshKnowledge(now = Date.now()): Promise<void> {
  news = news.then(() => askForKnowledge(now))
  return news
}

async function askForKnowledge(now: number): Promise<void> {
  const before = await readKept()
  if (before !== undefined && Math.abs(now - before.at) < askedAgainAfterMs) return
  try {
    await withAccount(async (account) => {
      const etag = before === undefined ? {} : { etag: before.etag }
      const told = await askForNews({ ...account, ...etag }, showJudgeKnowledgeEndpoint, undefined)
      const next = told ?? before
      // Another account may have joined meanwhile.
      const isSame = (await readMembership())?.token === account.token
      if (next !== undefined && isSame)
        await browser.storage.local.set({ [key]: { ...next, at: now } })
    })
  } catch {
    // No network, no room, or an account that has ended, which its next call says.
  }
}

async function openKnowledge(answer: Kept['answer'], model: string): Promise<OpenKnowledge> {
  const { domains, salt, correspondents, met, people, layer, per_thousand } = answer
  const openFilter = (filter: typeof met) => {
    if (filter === null) return () => false
    const set = unpackSet({ ...filter, bits: Uint8Array.fromBase64(filter.bits) })
    return (text: string) => isInSet(set, salt + text)
  }
  const isIn = (filter: typeof met) => {
    const isSender = openFilter(filter)
    return (address: string) => address.includes('@') && isSender(correspondentOf(address))
  }
  const isName = openFilter(people)
  // Before the first mail all senders are new.
  const isNew = correspondents === null && met === null
  const table = layer?.model === model ? await inflate(layer.table) : undefined
  return {
    knowledge: {
      domains,
      ...(isNew ? {} : { isCorrespondent: isIn(correspondents), hasWritten: isIn(met) }),
    },
    options: {
      ...(per_thousand === null ? {} : { perThousand: per_thousand }),
      ...(table && { layer: judgingLayer(table) }),
    },
    isOfPerson: (name) => nameKeys(name, 'asked').some(isName),
  }
}

/** The names in a mail that people of the organization bear: the rules ask whose name is whose. */
export function peopleIn(
  mail: ReadMail,
  { isOfPerson }: Pick<OpenKnowledge, 'isOfPerson'>,
): NonNullable<Knowledge['people']> {
  const ofAddress = (address: string) => (address.split('@')[0] ?? '').replace(/[^a-z]+/gi, ' ')
  // First the recipients, who may be named in what they receive.
  const recipients = mail.to.map(({ name, address }) => ({
    name: name || ofAddress(address),
    address,
  }))
  const others = [mail.from.name, ofAddress(mail.from.address), ...signersOf(mail)]
  return [...recipients, ...others.map((name) => ({ name }))].filter(({ name }) => isOfPerson(name))
}

/** @returns undefined for anything but a table */
async function inflate(packed: string): Promise<Uint8Array | undefined> {
  const table = new Uint8Array(tableBytes)
  let at = 0
  try {
    const bytes = new Blob([Uint8Array.fromBase64(packed)])
    const stream = bytes.stream().pipeThrough(new DecompressionStream('deflate-raw'))
    for await (const piece of stream) {
      if (at + piece.length > tableBytes) return undefined
      table.set(piece, at)
      at += piece.length
    }
  } catch {
    return undefined
  }
  return at === tableBytes ? table : undefined
}

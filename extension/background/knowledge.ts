import * as v from 'valibot'
import { showBrowserKnowledgeEndpoint } from '../../contract/judge/show-browser-knowledge.ts'
import { showJudgeKnowledgeEndpoint } from '../../contract/judge/show-judge-knowledge.ts'
import type { JudgeOptions } from '../../judge/judge.ts'
import type { Knowledge } from '../../judge/knowledge.ts'
import { judgingLayer, tableBytes } from '../../judge/learn/shift.ts'
import { correspondentOf } from '../../judge/lists/correspondent.ts'
import { isInSet, unpackSet } from '../../judge/lists/hashed-set.ts'
import type { ReadMail } from '../../judge/read/read-mail.ts'
import { signersOf } from '../../judge/rules/colleague.ts'
import { nameKeys } from '../../judge/rules/name-keys.ts'
import { askForNews, ServerError } from '../core/ask-server.ts'
import { browser } from '../core/browser.ts'
import {
  type PolicyMembership,
  readMembership,
  readPolicyMembership,
  writePolicyMembership,
} from '../core/membership.ts'
import { withAccount } from './ask-account.ts'

/* The knowledge of the account's organization, as far as a judge in a browser is told of it. */

const kept = v.object({
  /** The token or key by which it was told. */
  of: v.fallback(v.string(), ''),
  etag: v.string(),
  /** When the server was last asked. */
  at: v.number(),
  answer: showJudgeKnowledgeEndpoint.output,
})
type Kept = v.InferOutput<typeof kept>

export interface OpenKnowledge {
  readonly isOfOrganization: boolean
  readonly knowledge: Knowledge
  readonly options: Pick<JudgeOptions, 'layer' | 'perThousand'>
  /** Whether people of the organization bear this name. */
  readonly isOfPerson: (name: string) => boolean
}

const key = 'knowledge'
const askedAgainAfterMs = 15 * 60_000
const nothing: OpenKnowledge = {
  ...{ isOfOrganization: false, knowledge: {}, options: {} },
  isOfPerson: () => false,
}

let opened: { readonly etag: string; readonly open: OpenKnowledge } | undefined
/** The last question; each waits for the one before, which may be another account's. */
let news: Promise<void> = Promise.resolve()
/** The first question of an account or a policy that has just joined, which a mail waits for. */
let first: Promise<unknown> = Promise.resolve()
/** A server out of reach is not waited for: the network of a firm ends at its door. */
const mostMs = 2000

async function readKept(): Promise<Kept | undefined> {
  const read = v.safeParse(kept, (await browser.storage.local.get(key))[key])
  return read.success ? read.output : undefined
}

/**
 * As it was last told. A mail waits only for the first question of who has just joined.
 * @param model the version of the judge's own
 */
export async function readKnowledge(model: string): Promise<OpenKnowledge> {
  let found = await readKept()
  if (found === undefined) {
    await first
    found = await readKept()
  }
  if (found === undefined) return nothing
  if (opened?.etag !== found.etag) {
    // A judge goes on without knowledge that cannot be read.
    const open = await openKnowledge(found.answer, model).catch(() => nothing)
    opened = { etag: found.etag, open }
  }
  return opened.open
}

/** Asks for news, at most every quarter of an hour. A judge without news goes on with what it has. */
export function refreshKnowledge(now = Date.now()): Promise<void> {
  news = news.then(() => askForKnowledge(now)).catch(() => undefined)
  return news
}

/** An account or a policy has joined, or ended. */
export function askAnew(): void {
  const tooLong = new Promise((resolve) => setTimeout(resolve, mostMs))
  first = Promise.race([refreshKnowledge(), tooLong])
}

/** A browser that starts asks once more by a key that had ended: its administrator may have prolonged it. */
export async function askAtStart(): Promise<void> {
  const policy = await readPolicyMembership()
  if (policy?.isEnded === true) await writePolicyMembership({ ...policy, isEnded: false })
  askAnew()
}

type Ask = (etag: { readonly etag?: string }) => Promise<Pick<Kept, 'etag' | 'answer'> | undefined>

/** The account that is asked, or else the organization that a policy has joined the browser to. */
async function readSource(): Promise<{ readonly of: string; readonly ask: Ask } | undefined> {
  const membership = await readMembership()
  if (membership !== undefined && !membership.isEnded) {
    return {
      of: membership.token,
      ask: (etag) =>
        withAccount((account) =>
          askForNews({ ...account, ...etag }, showJudgeKnowledgeEndpoint, undefined),
        ),
    }
  }
  const policy = await readPolicyMembership()
  if (policy === undefined || policy.isEnded) return undefined
  return { of: policy.token, ask: (etag) => askByPolicy(policy, etag) }
}

async function askByPolicy(policy: PolicyMembership, etag: { readonly etag?: string }) {
  try {
    const told = await askForNews({ ...policy, ...etag }, showBrowserKnowledgeEndpoint, undefined)
    const organization = told?.answer.organization_name
    if (organization !== undefined) await writePolicyMembership({ ...policy, organization })
    return told
  } catch (error) {
    if (error instanceof ServerError && error.failure === 'ended') {
      await writePolicyMembership({ ...policy, isEnded: true })
    }
    throw error
  }
}

/** Knowledge of an account or a policy that has ended is kept no longer. */
async function askForKnowledge(now: number): Promise<void> {
  const source = await readSource()
  const kept = await readKept()
  const before = kept?.of === source?.of ? kept : undefined
  if (kept !== undefined && before === undefined) await browser.storage.local.remove(key)
  if (source === undefined) return
  if (before !== undefined && Math.abs(now - before.at) < askedAgainAfterMs) return
  try {
    const told = await source.ask(before === undefined ? {} : { etag: before.etag })
    const next = told ?? before
    // Another account may have joined meanwhile.
    const isSame = (await readSource())?.of === source.of
    if (next !== undefined && isSame) {
      const { etag, answer } = next
      await browser.storage.local.set({ [key]: { of: source.of, etag, at: now, answer } })
    }
  } catch (error) {
    // No network, no room, or an end, which the next call says.
    if (error instanceof ServerError && error.failure === 'ended') {
      await browser.storage.local.remove(key)
    }
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
    isOfOrganization: true,
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

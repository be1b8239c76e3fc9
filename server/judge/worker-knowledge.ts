import { LRUCache } from 'lru-cache'
import type { Knowledge } from '../../judge/knowledge.ts'
import { correspondentOf, isFirm } from '../../judge/lists/correspondent.ts'
import { minuteMs } from '../core/clock.ts'
import type { Writers } from './correspondents.ts'
import { type Packed, sizeOf, unpack } from './memory/packed.ts'

/** Facts about a mail beside its bytes. */
export type KnownOfMail = Pick<Knowledge, 'authentication' | 'authservId' | 'recipient'>

/** The knowledge of an organization, in a form that passes between threads. */
export interface Known {
  readonly own?: Packed<Own>
  /** Whose mail was safe, as `correspondentOf` has them; none while no safe mail is kept. */
  readonly correspondents?: Packed<Writers>
}

export interface Own {
  readonly domains: readonly string[]
  readonly people: readonly { readonly name: string; readonly address: string }[]
}

/** Packed. Unpacked, and prepared by the rules, it takes about ten times as much. */
const mostBytes = 4 * 2 ** 20
const keptForMs = 10 * minuteMs

const unpackOwn = keepLast((own: Own): Knowledge => own)
const unpackCorrespondents = keepLast(({ known, met }: Writers): Knowledge => {
  // Before the first mail all senders are new.
  if (known.length + met.length === 0) return {}
  const isIn = (senders: ReadonlySet<string>) => (address: string) =>
    address.includes('@') && senders.has(correspondentOf(address))
  return {
    isCorrespondent: isIn(new Set(known)),
    hasWritten: isIn(new Set(met)),
    correspondentDomains: known.filter(isFirm),
  }
})

/**
 * The knowledge for the judge. The thread keeps what it was told last, so that the rules prepare it
 * once.
 */
export function knowledgeOf({ own, correspondents }: Known): Knowledge {
  return {
    ...(own && unpackOwn(own)),
    ...(correspondents && unpackCorrespondents(correspondents)),
  }
}

function keepLast<Value, Made extends object>(make: (value: Value) => Made) {
  const kept = new LRUCache<number, Made>({
    maxSize: mostBytes,
    ttl: keptForMs,
    ttlAutopurge: true,
  })
  return (packed: Packed<Value>): Made => {
    const known = kept.get(packed.number)
    if (known !== undefined) return known
    const made = make(unpack(packed))
    kept.set(packed.number, made, { size: sizeOf(packed) })
    return made
  }
}

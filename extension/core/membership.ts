import * as v from 'valibot'
import { browser } from './browser.ts'

/** The account that the extension has joined. */
const membership = v.object({
  /** As `https://aman.firm.example`, without `/api`. */
  server: v.pipe(v.string(), v.url()),
  token: v.pipe(v.string(), v.minLength(1)),
  name: v.string(),
  organization: v.string(),
  /** The server has said that the token is worth nothing any more. */
  isEnded: v.boolean(),
})
export type Membership = v.InferOutput<typeof membership>

const key = 'membership'

/** @returns undefined for an extension on its own, and for what another version wrote */
export async function readMembership(): Promise<Membership | undefined> {
  const read = v.safeParse(membership, (await browser.storage.local.get(key))[key])
  return read.success ? read.output : undefined
}

export async function writeMembership(joined: Membership): Promise<void> {
  await browser.storage.local.set({ [key]: joined })
}

/** Forgets the account, and what was to be sent to it or came from it. */
export async function forgetMembership(): Promise<void> {
  await browser.storage.local.remove([key, 'reports', 'knowledge'])
}

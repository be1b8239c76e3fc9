import * as v from 'valibot'
import { browser } from './browser.ts'
import { readAddress } from './join.ts'
import type { Membership } from './membership.ts'
import { readSettings } from './settings.ts'

/** The organization to which a policy has joined the browser, without a user (decision 0175). */
export interface PolicyMembership extends Pick<Membership, 'server' | 'token' | 'isEnded'> {
  /** Empty until the server has answered. */
  readonly organization: string
}

/** The last answer to a key. */
const answered = v.object({ token: v.string(), organization: v.string(), isEnded: v.boolean() })

const key = 'policy'

/** @returns undefined without a policy that joins */
export async function readPolicyMembership(): Promise<PolicyMembership | undefined> {
  const { server: given, key: token } = await readSettings()
  const server = readAddress(given)?.server
  if (server === undefined || token === '') return undefined
  const read = v.safeParse(answered, (await browser.storage.local.get(key))[key])
  const last = read.success && read.output.token === token ? read.output : undefined
  return {
    ...{ server, token },
    organization: last?.organization ?? '',
    isEnded: last?.isEnded ?? false,
  }
}

export async function writePolicyMembership(given: v.InferOutput<typeof answered>): Promise<void> {
  const { token, organization, isEnded } = given
  await browser.storage.local.set({ [key]: { token, organization, isEnded } })
}

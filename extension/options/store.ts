import { atom, type ReadableAtom } from 'nanostores'
import { locales } from '../../contract/core/locale.ts'
import { ServerError } from '../core/ask-server.ts'
import { programs } from '../core/browser.ts'
import {
  join,
  leave,
  type Membership,
  type PolicyMembership,
  readAddress,
  readMembership,
  readPolicyMembership,
} from '../core/membership.ts'
import { sayFailure } from '../core/say-failure.ts'
import {
  readSettings,
  type Settings,
  type Site,
  switchOff,
  switchOn,
  writeSettings,
} from '../core/settings.ts'
import { setPageLanguage } from '../view/set-page-language.ts'
import { $extensionWords } from '../words/extension.words.yaml'

interface Options {
  readonly settings: Settings
  /** The outcome of the last action. */
  readonly said: string
  readonly isAddressWrong: boolean
  readonly membership: Membership | undefined
  readonly policy: PolicyMembership | undefined
  /** The field of the account that is wrong. */
  readonly wrong?: 'server' | 'code'
}

const $state = atom<Options | undefined>(undefined)
export const $options: ReadableAtom<Options | undefined> = $state

/** Reads the settings anew, and says what became of an action. */
export async function load(said = ''): Promise<void> {
  const settings = await readSettings()
  const membership = await readMembership()
  setPageLanguage(settings)
  const policy = await readPolicyMembership()
  $state.set({ settings, said, isAddressWrong: false, membership, policy })
}

async function act(change: () => Promise<string>): Promise<void> {
  const said = await change().catch((error: unknown) => {
    if (error instanceof ServerError) return sayFailure(error, $extensionWords.get())
    console.error('settings', error)
    return $extensionWords.get().notSaved
  })
  await load(said)
}

/** Asks the browser at once: it allows the question only in the moment of a click. */
export function addSite(form: FormData): Promise<void> {
  const url = URL.parse(String(form.get('address')).trim())
  const state = $state.get()
  if (url === null || !/^https?:$/.test(url.protocol)) {
    if (state !== undefined) $state.set({ ...state, said: '', isAddressWrong: true })
    return Promise.resolve()
  }
  const program = programs.find((it) => it === form.get('program')) ?? 'roundcube'
  return addOffered({ origin: url.origin, program })
}

export function addOffered(site: Site): Promise<void> {
  return act(async () => {
    const { added, refused } = $extensionWords.get()
    return (await switchOn(site)) ? added({ host: new URL(site.origin).host }) : refused
  })
}

/** The address may have the code behind it: both are copied in one. */
export async function joinAccount(form: FormData): Promise<void> {
  const state = $state.get()
  const address = readAddress(String(form.get('server')))
  const code = String(form.get('code')).trim() || (address?.code ?? '')
  const wrong = address === undefined ? 'server' : code === '' ? 'code' : undefined
  if (address === undefined || wrong !== undefined) {
    if (state !== undefined && wrong !== undefined) $state.set({ ...state, said: '', wrong })
    return
  }
  await act(async () => {
    const { name, server } = await join({ ...address, code })
    return $extensionWords.get().joined({ name, host: new URL(server).host })
  })
}

export async function leaveAccount(membership: Membership): Promise<void> {
  await act(async () => {
    await leave(membership)
    return $extensionWords.get().left
  })
}

export function removeSite(site: Site): Promise<void> {
  return act(async () => {
    await switchOff(site)
    return $extensionWords.get().removed({ host: new URL(site.origin).host })
  })
}

export function chooseLanguage(value: string): Promise<void> {
  return choose({ locale: locales.find((it) => it === value) ?? null })
}

export function chooseShowsAll(showsAll: boolean): Promise<void> {
  return choose({ showsAll })
}

/** A choice shows at once, and stays if it can be written. */
function choose(chosen: Partial<Settings>): Promise<void> {
  const state = $state.get()
  if (state !== undefined) {
    $state.set({ ...state, settings: { ...state.settings, ...chosen } })
  }
  return act(async () => {
    await writeSettings(chosen)
    return ''
  })
}

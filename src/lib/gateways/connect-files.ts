import { atom, type ReadableAtom } from 'nanostores'
import {
  type ConnectionProvider,
  connectionProviders,
} from '../../../contract/gateways/connection.ts'
import { showConnectionEndpoint } from '../../../contract/gateways/show-connection.ts'
import { call } from '../core/api/http.ts'
import { createResource, notKept } from '../core/api/resource.ts'
import { forgetWithSession } from '../core/storage/forget.ts'
import { copyText } from '../core/ui-state/copy-text.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { $connected, type GatewayScope, gatewayScopes } from './connect-keys.ts'
import { $connectWords } from './words/connect.words.yaml'
import { $connectNotesWords } from './words/connect-notes.words.yaml'

export type { ConnectionProvider }
export { connectionProviders }

const notices = noticesAbout('connection-files')
const $chosen = atom<ConnectionProvider | undefined>()

/** The mail system, if the user has chosen it. */
export const $provider: ReadableAtom<ConnectionProvider | undefined> = $chosen

forgetWithSession(() => $chosen.set(undefined))

/** The files for the chosen provider, with placeholders for keys. */
export const connectionFiles = createResource(async () => {
  const provider = $chosen.get()
  const organizationId = $connected.get()
  if (provider === undefined || organizationId === undefined) return undefined
  const answer = await call(showConnectionEndpoint, { organization_id: organizationId, provider })
  return { ...answer, provider, organizationId }
}, notKept)

export function chooseProvider(provider: ConnectionProvider | undefined): void {
  $chosen.set(provider)
  if (provider !== undefined) void connectionFiles.reload()
}

export interface ConnectionFile {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly note: string
}

/**
 * Instructions for a file, in the language of the page; the server's own note of a file that is
 * new.
 */
export function noteOf(
  { name, note }: Pick<ConnectionFile, 'name' | 'note'>,
  provider: ConnectionProvider | undefined,
): string {
  const { mailcow, mailcowRules, ...notes } = $connectNotesWords.get()
  const known = Object.entries(notes).find(([file]) => file === name)
  if (known === undefined) return note
  if (provider !== 'mailcow') return known[1]
  const rules = name === 'metadata_exporter.conf' ? [mailcowRules] : []
  return [known[1], mailcow, ...rules].join(' ')
}

/** The scopes of the keys that stand in files. */
export function neededKeys(
  files: readonly ConnectionFile[],
  placeholders: Readonly<Record<GatewayScope, string>>,
): GatewayScope[] {
  return gatewayScopes.filter((scope) => {
    const placeholder = placeholders[scope]
    return placeholder !== '' && files.some(({ text }) => text.includes(placeholder))
  })
}

interface FilledText {
  readonly text: string
  readonly holdsKey: boolean
  /** The placeholders that are left. */
  readonly left: readonly string[]
}

/** Puts the keys that were just issued in the place of their placeholders. */
export function fillIn(
  text: string,
  placeholders: Readonly<Record<GatewayScope, string>>,
  keys: Readonly<Partial<Record<GatewayScope, string>>>,
): FilledText {
  let filled = text
  const left: string[] = []
  for (const scope of gatewayScopes) {
    const placeholder = placeholders[scope]
    const key = keys[scope]
    if (placeholder === '' || !text.includes(placeholder)) continue
    if (key === undefined) left.push(placeholder)
    else filled = filled.replaceAll(placeholder, () => key)
  }
  return { text: filled, holdsKey: filled !== text, left }
}

/** @returns false if the browser does not allow it */
export function copyNamed(name: string, text: string): Promise<boolean> {
  const { copied, notCopied } = $connectWords.get()
  return copyText(text, notices, { copied: copied({ name }), notCopied })
}

/** The programs that an adapter knows; the first two were tried on the real program. */
export const programs = ['roundcube', 'sqwebmail', 'gmail', 'outlook'] as const
export type Program = (typeof programs)[number]

/* The part of the browsers' interface for extensions that is used here; Chromium and Firefox share it. */

interface Listeners<Listener> {
  addListener(listener: Listener): void
}

export interface Sender {
  readonly id?: string
  readonly frameId?: number
  readonly url?: string
  readonly tab?: { readonly id?: number }
}

export interface Port {
  readonly name: string
  readonly sender?: Sender
  readonly onMessage: Listeners<(message: unknown) => void>
  readonly onDisconnect: Listeners<() => void>
  postMessage(message: unknown): void
  disconnect(): void
}

interface Tab {
  readonly id?: number
  readonly url?: string
}

/** An area of the extension's own storage. */
interface StorageArea {
  /** Firefox has none. */
  setAccessLevel?(access: { readonly accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>
  get(keys?: string | readonly string[]): Promise<Record<string, unknown>>
  set(values: Readonly<Record<string, unknown>>): Promise<void>
  clear(): Promise<void>
  remove(keys: string | readonly string[]): Promise<void>
}

interface Origins {
  readonly origins: readonly string[]
}

interface ContentScript {
  readonly id: string
  readonly matches: readonly string[]
  readonly js: readonly string[]
  readonly allFrames: boolean
  readonly runAt: 'document_idle'
}

interface Browser {
  readonly runtime: {
    readonly id: string
    readonly onConnect: Listeners<(port: Port) => void>
    readonly onInstalled: Listeners<() => void>
    readonly onStartup: Listeners<() => void>
    /** A listener that answers later returns true. */
    readonly onMessage: Listeners<
      (message: unknown, sender: Sender, answer: (value: unknown) => void) => boolean | undefined
    >
    connect(info: { readonly name: string }): Port
    sendMessage<Answer>(message: unknown): Promise<Answer>
    openOptionsPage(): Promise<void>
    getManifest(): { readonly version: string }
  }
  readonly action: {
    openPopup(): Promise<void>
    getBadgeText(details: { readonly tabId: number }): Promise<string>
    getTitle(details: { readonly tabId: number }): Promise<string>
    setBadgeText(details: { readonly tabId: number; readonly text: string }): Promise<void>
    setBadgeBackgroundColor(details: {
      readonly tabId: number
      readonly color: string
    }): Promise<void>
    setTitle(details: { readonly tabId: number; readonly title: string }): Promise<void>
  }
  readonly i18n: { getUILanguage(): string }
  readonly permissions: {
    readonly onRemoved: Listeners<() => void>
    contains(permissions: Origins): Promise<boolean>
    request(permissions: Origins): Promise<boolean>
    remove(permissions: Origins): Promise<boolean>
  }
  readonly scripting: {
    getRegisteredContentScripts(): Promise<readonly { readonly id: string }[]>
    registerContentScripts(scripts: readonly ContentScript[]): Promise<void>
    unregisterContentScripts(filter: { readonly ids: readonly string[] }): Promise<void>
  }
  readonly storage: {
    readonly local: StorageArea
    readonly managed: StorageArea
    readonly onChanged: Listeners<(changes: unknown, area: string) => void>
  }
  readonly tabs: {
    query(filter: { readonly active: true; readonly currentWindow: true }): Promise<readonly Tab[]>
    sendMessage<Answer>(tabId: number, message: unknown): Promise<Answer>
  }
}

declare global {
  /** Firefox has it too, beside `browser`. */
  var chrome: Browser
}

export const browser = globalThis.chrome

import { resolveObjectURL } from 'node:buffer'
import type { ReadableAtom } from 'nanostores'
import { vi } from 'vitest'
import { $dialog } from '../../src/lib/ui-state/dialogs.ts'
import { $notices, dismissNotice } from '../../src/lib/ui-state/notices.ts'

export interface StubbedCalls {
  /** The calls that were made, as `POST /api/admin/users`, with their input. */
  readonly made: { readonly call: string; readonly input: unknown }[]
  /** Those that are no GET, which change something. */
  readonly changes: () => unknown[]
  /** How often a call was made. */
  readonly count: (call: string) => number
}

/**
 * Answers calls in place of a server; a call without an answer of its own finds an empty list.
 * @param answers JSON, a response, or what a function makes of the input
 */
export function stubCalls(answers: Readonly<Record<string, unknown>> = {}): StubbedCalls {
  const made: { call: string; input: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const [path = '', query] = url.split('?')
    const call = `${method} ${path}`
    const asked = query === undefined ? undefined : Object.fromEntries(new URLSearchParams(query))
    const input: unknown = typeof body === 'string' ? JSON.parse(body) : asked
    made.push({ call, input })
    const answer = answers[call] ?? []
    const given: unknown = typeof answer === 'function' ? await answer(input) : answer
    // A response can be read only once.
    return given instanceof Response ? given.clone() : Response.json(given)
  })
  return {
    made,
    changes: () => made.filter(({ call }) => !call.startsWith('GET ')),
    count: (wanted) => made.filter(({ call }) => call === wanted).length,
  }
}

/** A rejection, as the server words it in each field that calls read. */
export function refusal(sentence: string, status = 409, more: object = {}): Response {
  const words = { detail: sentence, error: sentence, message: sentence }
  return Response.json({ success: false, ...words, ...more }, { status })
}

/**
 * Opens what loads data with its first reader, and waits for the data or the failure.
 * @returns a function that closes it
 */
export async function open($data: ReadableAtom<{ readonly status: string }>): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const close = $data.subscribe(({ status }) => {
    if (status !== 'loading') resolve()
  })
  await promise
  return close
}

export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** Each visible notice as `success: Saved`. */
export function shownNotices(): string[] {
  return $notices.get().map(({ kind, text }) => `${kind}: ${text}`)
}

export function dismissNotices(): void {
  for (const { id } of $notices.get()) dismissNotice(id)
}

/**
 * Answers every question that is asked.
 * @returns the questions so far, and `stop`
 */
export function answerQuestions(yes: boolean, typed?: string) {
  const asked: { text: string; action: string; label?: string }[] = []
  const stop = $dialog.listen((dialog) => {
    if (dialog === undefined) return
    const { text, action } = dialog
    asked.push({ text, action, ...(dialog.kind === 'prompt' ? { label: dialog.label } : {}) })
    if (dialog.kind === 'confirm') dialog.answer(yes)
    else dialog.answer(typed)
  })
  return { asked, stop }
}

/** Catches the files that the page offers to save, by name. */
export function catchFiles(): () => Promise<Record<string, string>> {
  const saved: [name: string, file: Blob][] = []
  const createElement = () => {
    const link = { href: '', download: '', click }
    function click() {
      const file = resolveObjectURL(link.href)
      if (file instanceof Blob) saved.push([link.download, file])
    }
    return link
  }
  vi.stubGlobal('document', { createElement })
  return async () =>
    Object.fromEntries(
      await Promise.all(saved.map(async ([name, file]) => [name, await textOf(file)])),
    )
}

/** `text()` would remove a byte order mark. */
async function textOf(file: Blob): Promise<string> {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer())
}

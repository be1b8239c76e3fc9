import { type Blob, resolveObjectURL } from 'node:buffer'
import { cleanStores, type ReadableAtom } from 'nanostores'
import { onTestFinished, vi } from 'vitest'
import { $dialog } from '../../../src/lib/core/ui-state/dialogs.ts'
import { $notices } from '../../../src/lib/core/ui-state/notices.ts'

/** The submitted values of a form. Several values of a field are given as a list. */
export function formOf(
  fields: Readonly<Record<string, string | File | readonly string[]>>,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const each of [value].flat()) form.append(name, each)
  }
  return form
}

/** As `expect.poll` waits: less passes by chance on a busy machine. */
const deadlineMs = 60_000
// The one that a test with a clock of its own does not replace.
const setRealTimeout = globalThis.setTimeout

/** Waits until a store has a value that fits. */
export function untilStore<Value>(
  store: ReadableAtom<Value>,
  fits: (value: Value) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setRealTimeout(() => reject(new Error('the store has no such value')), deadlineMs)
  const stop = store.subscribe((value) => {
    if (fits(value)) resolve()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
  })
}

/** Subscribes to what a screen loads until the test ends, and waits for it. */
export async function openData(store: ReadableAtom<{ readonly status: string }>): Promise<void> {
  // Stores that an earlier test has only read are kept for a second.
  cleanStores(store)
  const stop = store.listen(() => undefined)
  onTestFinished(() => {
    stop()
    cleanStores(store)
  })
  await untilStore(store, ({ status }) => status !== 'loading')
}

/** Answers the next question. @returns what was asked */
export async function answerQuestion(isAgreed: boolean) {
  await untilStore($dialog, (dialog) => dialog !== undefined)
  const dialog = $dialog.get()
  if (dialog?.kind !== 'confirm') throw new Error('nothing is to be confirmed')
  dialog.answer(isAgreed)
  return { text: dialog.text, action: dialog.action }
}

let stopAnswering = () => {}

/**
 * Answers each question until the test ends or the next call of this: agrees or types the text, and
 * declines with `false`.
 * @returns what was asked
 */
export function answerQuestions(answer: boolean | string) {
  const asked: { text: string; action: string; label?: string }[] = []
  stopAnswering()
  stopAnswering = $dialog.listen((dialog) => {
    if (dialog === undefined) return
    const { text, action } = dialog
    asked.push(dialog.kind === 'prompt' ? { text, action, label: dialog.label } : { text, action })
    if (dialog.kind === 'confirm') dialog.answer(answer === true)
    else dialog.answer(typeof answer === 'string' ? answer : undefined)
  })
  onTestFinished(stopAnswering)
  return asked
}

/** The notices that are shown, as 'kind: text'. */
export function saidNotices(): string[] {
  return $notices.get().map(({ kind, text }) => `${kind}: ${text}`)
}

/** Catches the files that the page offers to save. @returns their texts by name, the last of each */
export function catchFiles(): () => Promise<Record<string, string>> {
  const saved: [name: string, file: Blob][] = []
  const createElement = () => {
    const link = { href: '', download: '', click }
    function click() {
      const file = resolveObjectURL(link.href)
      if (file !== undefined) saved.push([link.download, file])
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

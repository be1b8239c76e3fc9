import { cleanStores, type ReadableAtom } from 'nanostores'
import { onTestFinished, vi } from 'vitest'
import { $dialog } from '../../src/lib/ui-state/dialogs.ts'
import { $notices } from '../../src/lib/ui-state/notices.ts'

/** A call that was made: 'POST /api/path', with its input if it had one. */
export type MadeCall = readonly [call: string, input?: unknown]

/**
 * Answers the calls of a screen by method and path: with a value as JSON, or with what a function
 * returns. Other calls get no answer.
 * @returns the calls that were made so far
 */
export function answerCalls(answers: Readonly<Record<string, unknown>>): MadeCall[] {
  const made: MadeCall[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const call = `${method} ${url}`
    made.push(body === undefined ? [call] : [call, JSON.parse(String(body))])
    const [name = ''] = call.split('?')
    if (!Object.hasOwn(answers, name)) throw new TypeError(`${name} has no answer`)
    const answer = answers[name]
    const given: unknown = typeof answer === 'function' ? await answer() : answer
    return given instanceof Response ? given : Response.json(given)
  })
  return made
}

/** The answer of a server that refuses a call. @param field that it names */
export function refusal(detail: string, { status = 422, code = 'refused', field = '' } = {}) {
  const fields = field === '' ? [] : [{ field, code, params: {} }]
  return () => Response.json({ success: false, detail, code, params: {}, fields }, { status })
}

/** What a form submits. Several values of a field are given as a list. */
export function formOf(values: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) {
    for (const each of typeof value === 'string' ? [value] : value) form.append(name, each)
  }
  return form
}

/** Longer than anything takes that needs no network. */
const deadlineMs = 2000
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
  // What a test before has only read is kept for a second.
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

/** The notices that are shown, as 'kind: text'. */
export function saidNotices(): string[] {
  return $notices.get().map(({ kind, text }) => `${kind}: ${text}`)
}

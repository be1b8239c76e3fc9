import { byteOrderMark } from '../../../contract/core/csv.ts'
import type { Endpoint, InputOf } from '../../../contract/core/endpoint.ts'
import { callWithLink } from '../core/api/http.ts'
import { reportFailure } from '../core/ui-state/form.ts'
import { runLong } from '../core/ui-state/long-work.ts'
import { noticesAbout } from '../core/ui-state/notices.ts'
import { saveTextFile } from './save-file.ts'

interface ExportWords {
  readonly exporting: string
  readonly exported: string
  readonly exportFailed: string
}

/** Saves a CSV file of the server; while it arrives its lines are counted, and it can be stopped. */
export async function exportCsv<E extends Endpoint>(
  name: string,
  words: ExportWords,
  endpoint: E,
  input: InputOf<E>,
): Promise<void> {
  const notices = noticesAbout(name)
  notices.drop()
  await runLong(words.exporting, async ({ report, signal }) => {
    try {
      const read = (body: ReadableStream<Uint8Array>) => readLines(body, report)
      const { output } = await callWithLink(endpoint, input, { signal, read })
      // Browsers take the mark away as they read the answer.
      saveTextFile(name, `${byteOrderMark}${output}`)
      notices.success(words.exported)
    } catch (error) {
      if (!signal.aborted) await reportFailure(notices, error, { prefix: words.exportFailed })
    }
  })
}

async function readLines(
  body: ReadableStream<Uint8Array>,
  onLines: (count: number) => void,
): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let [text, count] = ['', 0]
  for (;;) {
    const { done, value } = await reader.read()
    const part = decoder.decode(value, { stream: !done })
    text += part
    if (done) return text
    count += part.split('\n').length - 1
    onLines(count)
  }
}

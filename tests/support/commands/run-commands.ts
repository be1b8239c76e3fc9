import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import * as v from 'valibot'

/*
 * Runs a command as often as it is told, each time with its own arguments, environment and folder,
 * and sends what it printed. Ends when its parent does.
 */

const order = v.object({
  environment: v.record(v.string(), v.string()),
  folder: v.string(),
  options: v.array(v.string()),
})
const [node = '', , file = ''] = process.argv
const usual = { ...process.env }
let runs = 0

process.on('message', async (message) => {
  const { environment, folder, options } = v.parse(order, message)
  process.env = { ...usual, ...environment }
  process.argv = [node, file, ...options]
  process.chdir(folder)
  process.exitCode = 0
  const stdout = capture(process.stdout)
  const stderr = capture(process.stderr)
  let failure = ''
  try {
    runs += 1
    // The file runs when it is loaded; what it imports is loaded once.
    await import(`${pathToFileURL(file)}?${runs}`)
  } catch (error) {
    process.exitCode = 1
    failure = inspect(error)
  }
  const code = process.exitCode
  process.exitCode = 0
  process.send?.({ code, stdout: stdout(), stderr: stderr() + failure })
})

/** @returns what was written, and lets it be written out again */
function capture(stream: NodeJS.WriteStream): () => string {
  const { write } = stream
  let text = ''
  stream.write = (chunk: Uint8Array | string) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
    return true
  }
  return () => {
    stream.write = write
    return text
  }
}

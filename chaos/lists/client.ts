import { parentPort, workerData } from 'node:worker_threads'

const { url, token } = workerData
const headers = { authorization: `Bearer ${token}` }

/** Makes one call whenever its path, with a method before it if it is not GET, is sent here, and says what it took. */
async function ask(call: string): Promise<{ ms: number; bytes: number }> {
  const [path = '', method = 'GET'] = call.split(' ').reverse()
  const started = performance.now()
  const answer = await fetch(url + path, { method, headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  let bytes = 0
  for await (const chunk of answer.body ?? []) bytes += chunk.byteLength
  return { ms: performance.now() - started, bytes }
}

parentPort?.on('message', async (call: string) => parentPort?.postMessage(await ask(call)))

import { once } from 'node:events'
import * as v from 'valibot'

/** What a running Node tells about itself through its inspector, which it was started with. */
export interface Inspector {
  /** Megabytes that are in use when all that nobody needs has been collected. */
  usedMegabytes(): Promise<number>
  /** Sockets, timers and the like that keep it busy; files are not among them. */
  activeResources(): Promise<number>
  close(): void
}

const used = v.object({ heapUsed: v.number(), external: v.number() })
const reply = v.object({
  id: v.number(),
  result: v.object({ result: v.optional(v.object({ value: v.unknown() })) }),
})

/** @param output of the process, where it says how to reach its inspector */
export async function attachInspector(output: string): Promise<Inspector> {
  const address = /ws:\/\/\S+/.exec(output)?.[0]
  if (address === undefined) throw new Error(`no inspector: ${output}`)
  const socket = new WebSocket(address)
  // A socket that cannot be opened is closed as well.
  const closed = once(socket, 'close').then(() => new Error('the inspector hung up'))
  const failure = await Promise.race([once(socket, 'open').then(() => undefined), closed])
  if (failure !== undefined) throw failure
  const waiting = new Map<number, (value: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = v.parse(reply, JSON.parse(String(data)))
    waiting.get(id)?.(result.result?.value)
    waiting.delete(id)
  })
  let sent = 0
  const ask = async (method: string, params: object = {}) => {
    sent += 1
    const { promise, resolve } = Promise.withResolvers<unknown>()
    waiting.set(sent, resolve)
    socket.send(JSON.stringify({ id: sent, method, params }))
    const hungUp = closed.then((error) => Promise.reject(error))
    return Promise.race([promise, hungUp])
  }
  const evaluate = (expression: string) =>
    ask('Runtime.evaluate', { expression, returnByValue: true })
  return {
    async usedMegabytes() {
      // What the first one finalizes the second one collects.
      await ask('HeapProfiler.collectGarbage')
      await ask('HeapProfiler.collectGarbage')
      const { heapUsed, external } = v.parse(used, await evaluate('process.memoryUsage()'))
      return (heapUsed + external) / 1e6
    },
    activeResources: async () =>
      v.parse(v.number(), await evaluate('process.getActiveResourcesInfo().length')),
    close: () => socket.close(),
  }
}

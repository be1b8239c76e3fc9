import CDP from 'chrome-remote-interface'
import * as v from 'valibot'
import { type RunningServer, startServer } from '../../../tests/support/server/running-server.ts'

/** A server that also answers what its own inspector knows. */
export interface InspectedServer extends RunningServer {
  /** Megabytes in use after garbage collection. */
  usedMegabytes(): Promise<number>
  /** Sockets, timers and the like that keep the process busy; files are not among them. */
  activeResources(): Promise<number>
}

const memory = v.object({ heapUsed: v.number(), external: v.number() })

export async function startInspected(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<InspectedServer> {
  const inspected = { NODE_OPTIONS: '--inspect=127.0.0.1:0', ...environment }
  const server = await startServer(databaseUrl, inspected)
  const target = /ws:\/\/\S+/.exec(server.output().stderr)?.[0]
  if (target === undefined) throw new Error(`no inspector: ${server.output().stderr}`)
  const { HeapProfiler, Runtime } = await CDP({ target, local: true })
  const evaluate = async (expression: string): Promise<unknown> =>
    (await Runtime.evaluate({ expression, returnByValue: true })).result.value
  return {
    ...server,
    async usedMegabytes() {
      // The second collection takes what the first one finalizes.
      await HeapProfiler.collectGarbage()
      await HeapProfiler.collectGarbage()
      const { heapUsed, external } = v.parse(memory, await evaluate('process.memoryUsage()'))
      return (heapUsed + external) / 1e6
    },
    activeResources: async () =>
      v.parse(v.number(), await evaluate('process.getActiveResourcesInfo().length')),
  }
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { createSite } from '../../../server/http/site/site.ts'
import { run } from '../../../tools/scripts/run-command.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { startServerProcess } from './server-process.ts'

/**
 * The port is built into the pages, so that it is known before anything listens, and each run takes
 * the first that is free, whose site is often built already. Below those that other tests take.
 */
const firstPort = 11_900
/** Set at the build of the site; the API does not know it. */
export const trainingUrl = 'https://training.example/start'

export interface SiteElsewhere extends AsyncDisposable {
  /** The origin of the site that may call the API. */
  readonly origin: string
  /** The same site at an address that the API does not know. */
  readonly strangerOrigin: string
  readonly apiOrigin: string
  readonly databaseFile: string
}

interface HeldPort {
  readonly port: number
  release(): Promise<unknown>
}

/** The site on its own, as on a CDN, and the API on another origin. Built once, until it changes. */
export async function startSiteElsewhere(): Promise<SiteElsewhere> {
  const held = await holdPort(firstPort)
  const folder = `.cache/site-elsewhere-${held.port}`
  const apiOrigin = `http://127.0.0.1:${held.port}`
  const build = await run(
    'node',
    ['tools/scripts/build-site.ts', '--if-changed', '--folder', folder],
    {
      environment: { PUBLIC_API_URL: `${apiOrigin}/api`, TRAINING_URL: trainingUrl },
    },
  )
  if (build.exitCode !== 0) throw new Error(`the site did not build: ${build.output}`)
  const [site, stranger] = [await serveFolder(folder), await serveFolder(folder)]
  const data = await temporaryFolder()
  const databaseFile = join(data.path, 'aman.db')
  await held.release()
  const api = await startServerProcess({
    PORT: String(held.port),
    DATABASE_URL: `file:${databaseFile}`,
    ALLOWED_ORIGINS: site.origin,
    SITE_DIRECTORY: join(data.path, 'no-site'),
  })
  if (api.url === undefined) throw new Error(`no API: ${api.output().stderr}`)
  return {
    origin: site.origin,
    strangerOrigin: stranger.origin,
    apiOrigin,
    databaseFile,
    async [Symbol.asyncDispose]() {
      await api.end('SIGTERM')
      site.close()
      stranger.close()
      await data.remove()
    },
  }
}

/** Listens on the first free port, so that another run takes the next one meanwhile. */
async function holdPort(port: number): Promise<HeldPort> {
  const server = createTcpServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return holdPort(port + 1)
  }
  return { port, release: () => once(server.close(), 'close') }
}

async function serveFolder(folder: string) {
  const server = createServer(createSite(join(import.meta.dirname, '../../..', folder)).answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('a port was asked for')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

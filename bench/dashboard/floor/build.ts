import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { compressFolder } from '../../../scripts/site/compress.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { addFloor } from '../../site/site-under-test.ts'
import { dashboards } from '../dashboards.ts'

const policy = "default-src 'none'; script-src 'self'; connect-src 'self'"

/** Adds each dashboard's floor page to a built site, with the one script that they share. */
export async function addFloors(site: string): Promise<void> {
  await using folder = await temporaryFolder()
  const result = await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    build: {
      outDir: folder.path,
      assetsDir: 'assets',
      rolldownOptions: { input: join(import.meta.dirname, 'floor.tsx') },
    },
  })
  const [built] = [result].flat()
  const script = built !== undefined && 'output' in built ? built.output[0]?.fileName : undefined
  if (script === undefined) throw new Error('the floor page did not build')
  await compressFolder(folder.path)
  cpSync(folder.path, site, { recursive: true })
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Floor</title><link rel="icon" href="/favicon.svg"><script type="module" src="/${script}"></script></head><body><div id="root"></div></body></html>\n`
  for (const { floor } of dashboards) await addFloor(site, floor, html, policy)
}

import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { confirmedByPage } from '../../../../hosting/headers.ts'
import { temporaryFolder } from '../../../../tests/support/temporary-folder.ts'
import { compressFolder } from '../../../scripts/site/compress.ts'
import { addFloor } from '../../site/site-under-test.ts'
import { dashboards } from '../dashboards.ts'
import { askingScript, idealOf } from './ideal.ts'

/** The list that a search types over has its floor, too. */
export const listFloor = { path: '/floor-list', urls: ['/api/flags/list'] } as const

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
  for (const dashboard of dashboards) {
    const urls = earlyUrlsOf(readFileSync(join(site, dashboard.page, 'index.html'), 'utf8'))
    await addPage(site, dashboard.floor, script, urls)
    await addFloor(site, dashboard.ideal, idealOf(dashboard, urls), confirmedByPage)
  }
  await addPage(site, listFloor.path, script, [...listFloor.urls])
}

/** The early calls of a dashboard's page, when its first tab is the one that opens. */
function earlyUrlsOf(html: string): string[] {
  // As the minifier writes it.
  const [, urls] = /\[\{at:`[^`]*`,urls:\[`([^\]]*)`\]/.exec(html) ?? []
  if (urls === undefined) throw new Error('the page asks for nothing early')
  return urls.split('`,`')
}

/** Like the dashboards, the page asks for its data, and formats a first number, before its code has come. */
async function addPage(
  site: string,
  path: string,
  script: string,
  urls: readonly string[],
): Promise<void> {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Floor</title><link rel="icon" href="/favicon.svg"><script>${askingScript(urls)}</script><script type="module" src="/${script}"></script></head><body><div id="root"></div></body></html>\n`
  await addFloor(site, path, html, confirmedByPage)
}

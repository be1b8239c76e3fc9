import { loadIsland } from './load-island.ts'
import touch from './touch.ts'

/* The only script for the islands of a public page; the build inserts it after the last island. */
for (const island of document.querySelectorAll<HTMLElement>('astro-island')) {
  touch(() => loadIsland(island), { name: 'touch', value: '' }, island)
}

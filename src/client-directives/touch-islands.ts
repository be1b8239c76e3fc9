import { loadIsland } from './load-island.ts'
import touch from './touch.ts'

/* The one script of a public page's islands; the build puts it behind the last of them. */
for (const island of document.querySelectorAll<HTMLElement>('astro-island')) {
  touch(() => loadIsland(island), { name: 'touch', value: '' }, island)
}

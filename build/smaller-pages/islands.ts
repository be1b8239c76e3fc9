import type { OwnScripts } from '../../hosting/own-scripts.ts'

const island = /<astro-island\b([^>]*)>/g
const astroScript = /<script>([\s\S]*?)<\/script>/g

/** @returns whether a page has an island, whose code may load more styles later */
export function hasIsland(html: string): boolean {
  return /<astro-island\b/.test(html)
}

/**
 * Takes away a name of each island that nothing reads. Astro makes it from the folder of the build, so
 * that the same sources would give other pages elsewhere.
 */
export function withoutNames(html: string): string {
  return html.replaceAll(/(<astro-island) uid="[^"]*"/g, '$1')
}

/**
 * Starts the island of a dashboard, which is not prerendered and takes nothing from the page, by a line of
 * its own. Astro's runtime also knows properties, slots and other ways to start: 1.4 kB of each page. Like
 * that, it tries code that did not come once more. Code runs after first figures, whose answers it would delay;
 * then each module in a task of its own, so that the page answers inputs in between.
 * @throws Error for an island that takes something from the page
 */
export function withDirectStart(html: string, ownScripts: OwnScripts): string {
  const [found, ...more] = [...html.matchAll(island)].map(([, attributes = '']) => attributes)
  if (found === undefined || more.length > 0 || attributeOf(found, 'client') !== 'only') return html
  if (attributeOf(found, 'props') !== '{}') throw new Error(`an island has properties: ${found}`)
  const [component, name, renderer] = ['component-url', 'component-export', 'renderer-url'].map(
    (attribute) => attributeOf(found, attribute),
  )
  const code = `Promise.allSettled([globalThis.firstFigures]).then(async()=>{for(const a of document.querySelectorAll("[data-figures] [rel=modulepreload]"))await import(a.href).catch(()=>{}),await new Promise(a=>setTimeout(a));return Promise.all(["${component}","${renderer}"].map(a=>import(a).catch(()=>new Promise(b=>setTimeout(b,1e3)).then(()=>import(a+"?again")))))}).then(([a,b])=>b.default(document.querySelector("astro-island"))(a.${name},{},{},{client:"only"})).catch(console.error)`
  ownScripts.add('the start of an island', code)
  return html
    .replace(astroScript, (script, text) =>
      ownScripts.namesOf(text)?.every((of) => of.startsWith('astro: ')) ? '' : script,
    )
    .replace(`<astro-island${found}>`, '<astro-island ssr>')
    .replace('</astro-island>', `$&<script type="module">${code}</script>`)
}

/** @throws Error if Astro writes islands in another way */
function attributeOf(attributes: string, name: string): string {
  const pairs = attributes.matchAll(/\s([\w-]+)="([^"]*)"/g)
  const value = [...pairs].find(([, found]) => found === name)?.[2]
  if (value === undefined) throw new Error(`an island has no ${name}: ${attributes}`)
  return value
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { withOneStyle } from './one-style.ts'
import { withShortScopes } from './short-scopes.ts'
import { withUsedProperties } from './used-properties.ts'

/** Makes the HTML of every page smaller without changing its content, behavior or appearance. */
export function smallerPages(): AstroIntegration {
  return {
    name: 'smaller-pages',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const site = fileURLToPath(dir)
        for (const name of await readdir(site, { recursive: true })) {
          const path = join(site, name)
          if (name.endsWith('.html')) {
            await writeFile(path, smaller(await readFile(path, 'utf8')))
          } else if (/\.(?:js|css)$/.test(name)) {
            await checkScopes(path)
          }
        }
      },
    },
  }
}

function smaller(html: string): string {
  return withShortScopes(withUsedProperties(withOneStyle(html)))
}

/** Fails if an external script or style sheet uses scopes, because it would not have the short names. */
async function checkScopes(path: string): Promise<void> {
  if ((await readFile(path, 'utf8')).includes('data-astro-cid-')) {
    throw new Error(`${path} names a scope of the styles of a page`)
  }
}

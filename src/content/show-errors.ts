import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { baseLocale, locales } from '../../contract/core/locale.ts'
import { checkContent } from './check.ts'
import { contentSchemas, furtherChecks } from './files.ts'
import { contentFile } from './loader.ts'
import { readPageFiles } from './page-files.ts'
import { readPostFiles } from './post-files.ts'

type Next = () => void

/** While a content file has errors, `npm run dev` shows them instead of every page. */
export function showContentErrors(): AstroIntegration {
  let root = ''
  return {
    name: 'show-content-errors',
    hooks: {
      'astro:config:setup': ({ config }) => {
        root = fileURLToPath(config.root)
      },
      'astro:server:setup': ({ server }) => {
        server.middlewares.use(answerWithErrors(root))
        const folder = join(root, 'src/content')
        let hadErrors = false
        for (const event of ['change', 'add', 'unlink'] as const) {
          server.watcher.on(event, async (path) => {
            if (!path.startsWith(folder)) return
            const hasErrors = (await contentErrors(root)).length > 0
            // Astro itself reloads pages when content has changed that it can read.
            if (hasErrors || hadErrors) server.hot.send({ type: 'full-reload' })
            hadErrors = hasErrors
          })
        }
      },
    },
  }
}

/** Responds to page loads with the errors, and passes other requests to the next handler. */
function answerWithErrors(root: string) {
  return async (request: IncomingMessage, response: ServerResponse, next: Next): Promise<void> => {
    const isPage = request.headers.accept?.includes('text/html') === true
    const errors = isPage ? await contentErrors(root) : []
    if (errors.length === 0) {
      next()
      return
    }
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(errors.join('\n')))
  }
}

async function contentErrors(root: string): Promise<string[]> {
  const files = Object.entries(contentSchemas).flatMap(([name, schema]) =>
    locales.map(async (locale) => {
      const file = contentFile(name, locale)
      const path = join(root, file)
      const source = existsSync(path) ? readFileSync(path, 'utf8') : undefined
      // Untranslated texts are shown in English.
      if (source === undefined && locale !== baseLocale) return []
      try {
        const content = checkContent(file, source, schema)
        await furtherChecks[name]?.(file, source ?? '', content)
        return []
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)]
      }
    }),
  )
  const errors = (await Promise.all(files)).flat()
  const { problems } = await readPostFiles(root)
  return [...errors, ...readPageFiles(root).problems, ...problems]
}

/** Includes Vite's client, which reloads the page after the next save. */
function pageOf(message: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><title>The content needs a correction</title><script type="module" src="/@vite/client"></script><pre>${text}</pre>`
}

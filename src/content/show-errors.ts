import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { checkContent } from './check.ts'
import { contentSchemas } from './files.ts'

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
        for (const event of ['change', 'add', 'unlink'] as const) {
          server.watcher.on(event, (path) => {
            if (path.startsWith(folder)) server.hot.send({ type: 'full-reload' })
          })
        }
      },
    },
  }
}

/** Responds to page loads with the errors, and passes other requests to the next handler. */
export function answerWithErrors(root: string) {
  return (request: IncomingMessage, response: ServerResponse, next: Next): void => {
    const isPage = request.headers.accept?.includes('text/html') === true
    const errors = isPage ? contentErrors(root) : []
    if (errors.length === 0) {
      next()
      return
    }
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(errors.join('\n')))
  }
}

function contentErrors(root: string): string[] {
  return Object.entries(contentSchemas).flatMap(([name, schema]) => {
    const file = `src/content/${name}.yaml`
    const path = join(root, file)
    try {
      checkContent(file, existsSync(path) ? readFileSync(path, 'utf8') : undefined, schema)
      return []
    } catch (error) {
      return [error instanceof Error ? error.message : String(error)]
    }
  })
}

/** Includes Vite's client, which reloads the page after the next save. */
function pageOf(message: string): string {
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><title>The content needs a correction</title><script type="module" src="/@vite/client"></script><pre>${text}</pre>`
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { listen } from '../../../server/listen.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { createTestServer } from './server.ts'

/** A small built site with a secret next to it. */
async function buildSite(folder: string): Promise<string> {
  const siteDirectory = join(folder, 'dist')
  const files: Record<string, string> = {
    '.git/config': '[core]',
    '.env': 'SECRET=1',
    'index.html': '<h1>Home</h1>',
    '404.html': '<h1>Not here</h1>',
    'login/index.html': '<h1>Sign in</h1>',
    'assets/app.abc123.js': 'export {}',
    'assets/app.abc123.css': 'p {}',
    'config.json': '{"training_url":"https://of-the-build.example/"}',
    'favicon.svg': '<svg></svg>',
    'robots.txt': 'User-agent: *',
    'sitemap.xml': '<urlset></urlset>',
    '../secret.txt': 'secret',
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(siteDirectory, name, '..'), { recursive: true })
    await writeFile(join(siteDirectory, name), content)
  }
  await writeFile(join(siteDirectory, 'index.html.br'), brotliCompressSync('<h1>Home</h1>'))
  return siteDirectory
}

export async function startSite() {
  const server = await createTestServer()
  const folder = await temporaryFolder()
  const siteDirectory = await buildSite(folder.path)
  const { url, close } = await listen(server.app, { host: '127.0.0.1', port: 0, siteDirectory })
  return {
    url,
    async [Symbol.asyncDispose]() {
      await close()
      await server.database.destroy()
      await folder.remove()
    },
  }
}

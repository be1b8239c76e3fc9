import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerWithErrors } from '../../src/content/show-errors.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('in npm run dev a page shows the fault of a content file, and the page again once it is mended', async () => {
  await using folder = await temporaryFolder()
  cpSync('src/content', join(folder.path, 'src/content'), { recursive: true })
  const answer = answerWithErrors(folder.path)
  const server = createServer((request, response) =>
    answer(request, response, () => response.end('the page')),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`
  const page = async (accept = 'text/html') => {
    const { status, body } = await fetch(url, { headers: { accept } }).then(async (got) => ({
      status: got.status,
      body: await got.text(),
    }))
    return { status, body }
  }
  expect(await page()).toEqual({ status: 200, body: 'the page' })
  const faq = join(folder.path, 'src/content/faq.yaml')
  writeFileSync(faq, 'questions: "<b>none"\n')
  const broken = await page()
  expect(broken.status).toBe(500)
  expect(broken.body).toContain('src/content/faq.yaml needs a correction')
  expect(broken.body).toContain('/@vite/client')
  expect(await page('text/javascript')).toEqual({ status: 200, body: 'the page' })
  cpSync('src/content/faq.yaml', faq)
  expect(await page()).toEqual({ status: 200, body: 'the page' })
  const arabic = join(folder.path, 'src/content/ar/faq.yaml')
  writeFileSync(arabic, 'questions: "<b>none"\n')
  expect((await page()).body).toContain('src/content/ar/faq.yaml needs a correction')
  cpSync('src/content/ar/faq.yaml', arabic)
  expect(await page()).toEqual({ status: 200, body: 'the page' })
  server.close()
})

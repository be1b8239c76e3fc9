import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'astro/zod'
import { expect, test } from 'vitest'
import { readContent } from '../../src/content/loader.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const schema = z.strictObject({ title: z.string() })

async function folderWith(files: Record<string, string>) {
  const folder = await temporaryFolder()
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder.path, 'src/content', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { ...folder, root: pathToFileURL(`${folder.path}/`) }
}

test('content is read from the folder of its language, and untranslated content from English', async () => {
  await using folder = await folderWith({
    'faq.yaml': 'title: Questions\n',
    'site.yaml': 'title: Site\n',
    'ar/faq.yaml': 'title: أسئلة\n',
  })
  const titleOf = async (name: string, locale: 'en' | 'ar') =>
    (await readContent(folder.root, name, locale, schema)).title
  expect(await titleOf('faq', 'en')).toBe('Questions')
  expect(await titleOf('faq', 'ar')).toBe('أسئلة')
  expect(await titleOf('site', 'en')).toBe('Site')
  expect(await titleOf('site', 'ar')).toBe('Site')
})

test('a mistake in a translation names its own file', async () => {
  await using folder = await folderWith({
    'faq.yaml': 'title: Questions\n',
    'ar/faq.yaml': 'titel: أسئلة\n',
  })
  await expect(readContent(folder.root, 'faq', 'ar', schema)).rejects.toThrow(
    'src/content/ar/faq.yaml needs a correction',
  )
})

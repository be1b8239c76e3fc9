import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { type Locale, locales } from '../../contract/core/locale.ts'
import { checkContent, lineOfField } from './check.ts'
import { readMarkdown } from './markdown.ts'
import { checkTranslated, folderOf, messageOf, namesIn, slugOf } from './page-files.ts'
import { ContentError } from './rules/finding.ts'
import { refuseLostLetters } from './rules/lost-letters.ts'
import { type Post, postSchema } from './schemas/post.ts'

export interface PostFile {
  readonly slug: string
  readonly locale: Locale
  /** From the root of the repository, for messages. */
  readonly file: string
  readonly post: Post
  /** The Markdown below the top. */
  readonly text: string
  /** The rendered article. */
  readonly html: string
}

interface PostFiles {
  readonly posts: readonly PostFile[]
  /** Problems that stop a build, as blocks of text for editors. */
  readonly problems: readonly string[]
}

export const picturesFolder = 'src/content/pictures'

const pictureSize = { width: 1200, height: 630 }
const longestPictureBytes = 300_000

/** Reads the articles of all languages and checks each, and them together. */
export async function readPostFiles(root: string): Promise<PostFiles> {
  const problems: string[] = []
  const posts: PostFile[] = []
  for (const locale of locales) {
    for (const name of namesIn(join(root, folderOf('posts', locale)))) {
      try {
        posts.push(await readPost(root, locale, name))
      } catch (error) {
        problems.push(messageOf(error))
      }
    }
  }
  const all = posts.map(({ post, ...it }) => ({ ...it, draft: post.draft }))
  for (const it of all) {
    try {
      checkTranslated(it, all, root, 'posts')
    } catch (error) {
      problems.push(messageOf(error))
    }
  }
  return { posts, problems }
}

async function readPost(root: string, locale: Locale, name: string): Promise<PostFile> {
  const file = `${folderOf('posts', locale)}/${name}`
  const slug = slugOf(file, name, '.md')
  const source = readFileSync(join(root, file), 'utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
  refuseLostLetters(file, source)
  const [whole, top] = /^---\n([\s\S]*?\n)---[ \t]*(?:\n|$)/.exec(source) ?? []
  if (whole === undefined || top === undefined) {
    throw new ContentError(file, [
      {
        line: 1,
        field: 'the top',
        problem: 'is not between two lines of three dashes',
        expected: 'a line ---, then title, date, author and summary, then a line ---',
      },
    ])
  }
  // The first line of the file is the dashes.
  const post = checkContent(file, `\n${top}`, postSchema)
  const text = source.slice(whole.length)
  const { html, findings: found } = await readMarkdown({
    text,
    locale,
    firstLine: whole.split('\n').length,
    figures: post.figures ?? [],
  })
  const findings = [...found]
  const problem = await problemOfPicture(root, post.picture)
  if (problem !== undefined) {
    const line = lineOfField(`\n${top}`, ['picture'])
    const expected = `a picture in ${picturesFolder} of 1200 x 630 pixels and at most 300 kB`
    findings.push({ line, field: 'picture', problem, expected })
  }
  if (findings.length > 0) throw new ContentError(file, findings)
  return { slug, locale, file, post, text, html }
}

async function problemOfPicture(root: string, name: string | undefined) {
  if (name === undefined) return undefined
  const path = join(root, picturesFolder, name)
  if (!existsSync(path)) return `there is no ${picturesFolder}/${name}`
  const { size } = statSync(path)
  if (size > longestPictureBytes) return `is ${Math.round(size / 1000)} kB`
  const read = await sharp(path)
    .metadata()
    .catch(() => undefined)
  if (read === undefined) return 'cannot be read as a picture'
  const isRight = read.width === pictureSize.width && read.height === pictureSize.height
  return isRight ? undefined : `has ${read.width} x ${read.height} pixels`
}

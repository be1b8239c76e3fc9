import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Random } from './random.ts'
import type { SourceMail } from './sources.ts'

interface Source {
  /** The folder of its copy, `owner__name` of the repository on GitHub. */
  readonly folder: string
  readonly commit: string
  readonly licence: string
  readonly files: string
}

/** Ordinary mail of others, whose licences allow any use; copies of it are not in this repository. */
const sources: readonly Source[] = [
  {
    folder: 'sisimai__set-of-emails',
    commit: '18e585c',
    licence: 'BSD-2-Clause',
    files: 'maildir/**/*.eml',
  },
  {
    folder: 'ActiveCampaign__postmark-templates',
    commit: 'fa73527',
    licence: 'MIT',
    files: 'templates-inlined/**/content.html',
  },
  { folder: 'sendgrid__email-templates', commit: '12f459a', licence: 'MIT', files: '**/*.html' },
  {
    folder: 'ColorlibHQ__email-templates',
    commit: '4cd302f',
    licence: 'MIT',
    files: '[0-9]*/index.html',
  },
  {
    folder: 'foundation__foundation-emails',
    commit: '7a37ae4',
    licence: 'MIT',
    files: 'templates/*.html',
  },
  {
    folder: 'leemunroe__responsive-html-email-template',
    commit: '60b5b6d',
    licence: 'MIT',
    files: '*.html',
  },
  { folder: 'mailgun__talon', commit: '71d9b6e', licence: 'Apache-2.0', files: 'tests/**/*.eml' },
]

/** @throws Error that names the copies that are missing, and how to make them */
export function* otherMails(folder: string, seed: number): Generator<SourceMail> {
  const missing = sources.filter((it) => !existsSync(join(folder, it.folder)))
  if (missing.length > 0) {
    const lines = missing.map(
      ({ folder: name, commit, licence }) =>
        `  git clone https://github.com/${name.replace('__', '/')} ${join(folder, name)}, commit ${commit} (${licence})`,
    )
    throw new Error(`The training needs copies of ordinary mail:\n${lines.join('\n')}`)
  }
  const random = new Random(seed + 900)
  for (const { folder: name, files } of sources) {
    for (const file of globSync(files, { cwd: join(folder, name) }).toSorted()) {
      const bytes = readFileSync(join(folder, name, file))
      const raw = file.endsWith('.html') ? pageMail(bytes.toString(), random) : bytes
      // Bounces of one program resemble each other.
      const family = `others/${name}/${file.replace(/-?\d*\.eml$/, '')}`
      yield { id: `${name}/${file}`, label: 'ordinary', family, language: 'en', raw }
    }
  }
}

const firms = [
  'larkspur',
  'meridian',
  'tallow',
  'northgate',
  'quillon',
  'sorrel',
  'harrow',
  'velden',
]
const subjects = [
  'Your receipt',
  'Welcome',
  'Your order',
  'News of this month',
  'Reset your password',
  'You are invited',
]

/** A page as a sending service delivers it. */
function pageMail(page: string, random: Random): Buffer {
  const pick = (list: readonly string[]) => list[Math.floor(random.next() * list.length)] ?? ''
  const firm = pick(firms)
  const domain = `${firm}.example`
  const title = /<title>([^<{]{3,80})<\/title>/i.exec(page)?.[1]?.trim() ?? pick(subjects)
  const links = page
    .replace(
      /\{\{[^}]*(?:url|link)[^}]*\}\}/gi,
      `https://www.${domain}/a/${Math.floor(random.next() * 1e6)}`,
    )
    .replace(/\{\{[^}]*\}\}/g, firm)
    .replace(/href="(?:#|)"/g, `href="https://www.${domain}/"`)
  const head = [
    `From: ${firm[0]?.toUpperCase()}${firm.slice(1)} <${pick(['hello', 'news', 'no-reply', 'team'])}@${pick(['', 'mail.', 'e.'])}${domain}>`,
    'To: reader@firm.example',
    `Subject: ${title}`,
    ...(random.next() < 0.7 ? [`List-Unsubscribe: <https://www.${domain}/unsubscribe>`] : []),
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
  ]
  return Buffer.from(`${head.join('\n')}\n\n${links}`)
}

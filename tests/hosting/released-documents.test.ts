import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../server/cli/aman/commands.ts'
import { releasedDocuments } from '../../tools/scripts/release/copy-files.ts'

const repository = resolve(import.meta.dirname, '../..')
const documents = releasedDocuments(repository)
const register = readFileSync(join(repository, 'server/cli/aman/commands.ts'), 'utf8')
const pages = [...documents].filter(([name]) => name.endsWith('.md'))
/** Those for engineers as well, who have the repository. */
const forEngineersToo = ['CHANGELOG.md', 'asvs.md', 'security.md']

/** As GitHub names the anchors of headings. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every link of a released document leads to a released file and its heading', () => {
  const dead = pages.flatMap(([name, text]) =>
    [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]*)\)/g)].flatMap(([, link = '']) => {
      const [file = '', anchor] = link.split('#')
      const target = documents.get(file === '' ? name : file)
      const isThere =
        target !== undefined && (anchor === undefined || anchorsOf(target).includes(anchor))
      return isThere ? [] : [`${name}: ${link}`]
    }),
  )
  expect(dead).toEqual([])
})

test('a released document asks for no program of the repository', () => {
  const lines = pages
    .filter(([name]) => !forEngineersToo.includes(name))
    .flatMap(([name, text]) =>
      text
        .split('\n')
        .filter((line) =>
          /\bnpm (?!run --silent aman -- )|\bnpx |node (server|scripts)\//.test(line),
        )
        .map((line) => `${name}: ${line.slice(0, 100)}`),
    )
  expect(lines).toEqual([])
})

test('every command of aman in a document exists, with its options', () => {
  const named = pages.flatMap(([name, text]) =>
    codeOf(text).flatMap((code) =>
      [...code.matchAll(inCommandPosition)].map(([, command = '', rest = '']) => ({
        name,
        command,
        options: optionsIn(rest),
      })),
    ),
  )
  expect(named.length).toBeGreaterThan(20)
  const wrong = named.flatMap(({ name, command, options }) => {
    if (command === 'help' || command === 'version') return []
    if (!Object.hasOwn(commands, command)) return [`${name}: aman ${command}`]
    const known = optionsOf(command)
    return options
      .filter((option) => !known.has(option))
      .map((option) => `${name}: aman ${command} --${option}`)
  })
  expect(wrong).toEqual([])
})

/** At the start of a line, in a substitution, behind variables, or by its path. */
const inCommandPosition =
  /(?:^|\$\(|[|&] |\b[A-Z_]+=\S+ |\.\/|\/usr\/lib\/aman\/)aman (?:--settings \S+ )?([a-z]+(?:-[a-z]+)*)([^\n|>;]*)/gm

/** Blocks of a shell, and code within a line. */
function codeOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```|`([^`\n]+)`/gm)].map(
    ([, block, inline]) => block ?? inline ?? '',
  )
}

function optionsIn(text: string): string[] {
  return [...text.matchAll(/\s--([a-z-]+)/g)].map(([, option = '']) => option)
}

/** The options that the source of a command declares for `parseArgs`. */
function optionsOf(command: string): Set<string> {
  const [, loads = ''] =
    new RegExp(`\\b'?${command}'?: \\{[^}]*import\\('\\.\\./(.+?)\\.ts'\\)`).exec(register) ?? []
  const sources = globSync([`${loads}.ts`, `${loads}/*.ts`], {
    cwd: join(repository, 'server/cli'),
  })
  const text = sources.map((file) => readFileSync(join(repository, 'server/cli', file), 'utf8'))
  return new Set(
    [...text.join('').matchAll(/'?([a-z-]+)'?: \{ type: '/gm)].map(([, option = '']) => option),
  )
}

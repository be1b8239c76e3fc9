import { globSync, readFileSync } from 'node:fs'
import { findProblems, folderCircles, type Tree, tooFull } from './rooms/find-problems.ts'
import { root } from './run-command.ts'

// Fails unless imports between rooms run one way (decision 0088).

const trees: readonly Tree[] = [
  {
    folder: 'server',
    floors: ['core', 'database', 'http'],
    above: ['openapi', 'demo', 'cli'],
    publicFiles: 'named',
  },
  { folder: 'src/lib', floors: ['core'], above: [], publicFiles: 'one' },
  { folder: 'src/islands', floors: ['core'], above: ['dashboard', 'roots'], publicFiles: 'any' },
  { folder: 'src', floors: [], above: [], publicFiles: 'any' },
  { folder: 'contract', floors: ['core'], above: [], publicFiles: 'any' },
]

/** A list that only gets shorter. */
const knownCircles = ['server/emails, server/emails/checks']

const paths = globSync('{build,contract,scripts,server,src,tests}/**/*.*', { cwd: root })
const code = paths.filter((path) => /\.(ts|tsx|astro)$/.test(path))
const files = new Map(code.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]))

const problems = [
  ...trees.flatMap((tree) => findProblems(files, tree)),
  ...['contract', 'server', 'src'].flatMap((tree) => folderCircles(files, tree, knownCircles)),
  ...tooFull(paths, 30, /^src\/ui$|\/locales$|\/migrations$/),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

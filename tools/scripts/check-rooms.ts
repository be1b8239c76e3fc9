import { globSync, readFileSync } from 'node:fs'
import {
  findProblems,
  folderCircles,
  type Guarded,
  otherWrites,
  type Tree,
  tooFull,
} from './find-problems.ts'
import { root } from './run-command.ts'

// Fails unless imports between rooms run one way (decision 0088), and unless users and sessions are
// written in one place (decision 0087).

const trees: readonly Tree[] = [
  {
    folder: 'server',
    floors: ['core', 'database', 'http'],
    above: ['openapi', 'demo', 'cli'],
    publicFiles: 'named',
  },
  {
    folder: 'src/lib',
    floors: ['core', 'charts', 'figures', 'files', 'admin', 'sign-in'],
    above: [],
    publicFiles: 'one',
  },
  { folder: 'src/islands', floors: ['core'], above: ['dashboard', 'roots'], publicFiles: 'any' },
  { folder: 'src', floors: [], above: [], publicFiles: 'any' },
  { folder: 'contract', floors: ['core'], above: [], publicFiles: 'any' },
  {
    folder: 'extension',
    floors: ['words', 'core', 'view'],
    above: ['build'],
    publicFiles: 'any',
  },
]

const guardedTables: readonly Guarded[] = [
  {
    table: 'users',
    writes: [
      // Nothing follows from these, by their type.
      'server/database/note-user.ts: updateTable',
      // The beginning of one.
      'server/users/change/create-user.ts: insertInto',
      // Consequences of a change.
      'server/users/change/change-user.ts: updateTable',
      // The end of one.
      'server/users/removed-users.ts: updateTable',
      'server/users/removed-users.ts: deleteFrom',
    ],
    instead: 'addUser, changeUser, noteUser or removeUser',
  },
  {
    table: 'sessions',
    writes: ['insertInto', 'updateTable', 'deleteFrom'].map(
      (write) => `server/sign-in/sessions/sessions.ts: ${write}`,
    ),
    lists: [
      // Into an empty database.
      'server/database/opening/copy-database.ts',
      // It reads them alone.
      'server/account/export-user.ts',
      // Housekeeping.
      'server/sign-in/sessions/sessions.ts',
    ],
    instead: 'endSessions',
  },
]

const paths = globSync('{build,contract,extension,server,src,tests,tools}/**/*.*', { cwd: root })
const code = paths.filter((path) => /\.(ts|tsx|astro)$/.test(path))
const files = new Map(code.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]))

const problems = [
  ...trees.flatMap((tree) => findProblems(files, tree)),
  ...['contract', 'extension', 'server', 'src'].flatMap((tree) => folderCircles(files, tree)),
  ...guardedTables.flatMap((guarded) => otherWrites(files, guarded)),
  ...tooFull(paths, 30, /^src\/ui$|\/locales$|\/migrations$/),
]
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

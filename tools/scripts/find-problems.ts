import { dirname, join, relative, sep } from 'node:path'
import ts from 'typescript'

/** Rooms are the folders in the folder of a tree (decision 0088). */
export interface Tree {
  readonly folder: string
  /** Rooms that all nouns may import, the lowest first: a room imports none after itself. */
  readonly floors: readonly string[]
  /** Rooms that no noun may import; neither may it import the files beside the rooms. */
  readonly above: readonly string[]
  /**
   * The files of another noun that a noun may import: `named` is the file with the noun's name,
   * which has opening lines; `one` is a single file of any name; `any` is every file.
   */
  readonly publicFiles: 'named' | 'one' | 'any'
}

/** The text of each file by its path. */
type Files = ReadonlyMap<string, string>

/** Paths relative to the tree's folder. */
interface Import {
  readonly from: string
  readonly to: string
}

/** @returns one line for each problem */
export function findProblems(files: Files, tree: Tree): string[] {
  const imports = importsIn(files, tree.folder)
  return [
    ...wrongWay(tree, imports),
    ...besidePublicFiles(tree, imports),
    ...(tree.publicFiles === 'named' ? wrongOpenings(files, tree, imports) : []),
    ...circles(tree, imports),
  ]
}

/** @param mayBeFull folders that may hold more files */
export function tooFull(paths: Iterable<string>, limit: number, mayBeFull: RegExp): string[] {
  const byFolder = Map.groupBy(paths, (path) => dirname(path))
  return [...byFolder]
    .filter(([folder, held]) => held.length > limit && !mayBeFull.test(folder))
    .map(
      ([folder, held]) => `${folder}: ${held.length} files, at most ${limit} stand in one folder`,
    )
}

function importsIn(files: Files, folder: string): Import[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.startsWith(`${folder}/`)) return []
    const { importedFiles } = ts.preProcessFile(scriptOf(path, text), true, true)
    return importedFiles
      .filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => join(dirname(path), fileName))
      .filter((to) => to.startsWith(`${folder}/`))
      .map((to) => ({ from: relative(folder, path), to: relative(folder, to) }))
  })
}

/** The script of an Astro component, without its markup. */
function scriptOf(path: string, text: string): string {
  if (!path.endsWith('.astro')) return text
  const [, frontmatter = ''] = /^---\n([\s\S]*?)^---$/m.exec(text) ?? []
  const scripts = [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => script,
  )
  return [frontmatter, ...scripts].join('\n')
}

/** @returns undefined for a file beside the rooms */
function roomOf(path: string): string | undefined {
  const [room, ...rest] = path.split(sep)
  return rest.length === 0 ? undefined : room
}

function isNoun({ floors, above }: Tree, room: string | undefined): room is string {
  return room !== undefined && !floors.includes(room) && !above.includes(room)
}

/** The nouns are one floor, and what is above them another one. */
function floorOf(tree: Tree, room: string | undefined): number {
  const { floors } = tree
  if (room !== undefined && floors.includes(room)) return floors.indexOf(room)
  return isNoun(tree, room) ? floors.length : floors.length + 1
}

function wrongWay(tree: Tree, imports: readonly Import[]): string[] {
  return imports
    .filter(({ from, to }) => floorOf(tree, roomOf(from)) < floorOf(tree, roomOf(to)))
    .map(({ from, to }) => `${tree.folder}/${from} imports ${to}, which stands above it`)
}

/** Imports of a noun by another one. */
function crossings(tree: Tree, imports: readonly Import[]) {
  return imports.flatMap(({ from, to }) => {
    const [user, used] = [roomOf(from), roomOf(to)]
    return isNoun(tree, user) && isNoun(tree, used) && user !== used ? [{ from, to, used }] : []
  })
}

function besidePublicFiles(tree: Tree, imports: readonly Import[]): string[] {
  const { folder, publicFiles } = tree
  const crossed = crossings(tree, imports)
  if (publicFiles === 'named') {
    return crossed
      .filter(({ to, used }) => to !== publicFileOf(used))
      .map(
        ({ from, to, used }) => `${folder}/${from} imports ${to} instead of ${publicFileOf(used)}`,
      )
  }
  if (publicFiles === 'any') return []
  const byNoun = Map.groupBy(crossed, ({ used }) => used)
  return [...byNoun].flatMap(([used, group]) => {
    const targets = [...new Set(group.map(({ to }) => to))]
    return targets.length < 2
      ? []
      : [`${folder}/${used}: other nouns import ${targets.join(', ')} instead of one file`]
  })
}

function publicFileOf(noun: string): string {
  return `${noun}/${noun}.ts`
}

const opening = /^\/\/ Purpose: .+\.\n\/\/ May import: (.+)\.\n\/\/ Start reading: (.+)\.\n/

function wrongOpenings(files: Files, tree: Tree, imports: readonly Import[]): string[] {
  const { folder, floors } = tree
  const rooms = [...files.keys()]
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => roomOf(relative(folder, path)))
  const nouns = [...new Set(rooms)].filter((room) => isNoun(tree, room))
  return nouns.flatMap((noun) => {
    const path = `${folder}/${publicFileOf(noun)}`
    const lines = opening.exec(files.get(path) ?? '')
    if (lines === null) return [`${path} must begin with three lines: ${opening.source}`]
    const [, may = '', start = ''] = lines
    const used = new Set(
      imports.filter(({ from }) => roomOf(from) === noun).map(({ to }) => roomOf(to)),
    )
    used.delete(noun)
    const inOrder = [
      ...floors.filter((floor) => used.has(floor)),
      ...[...used].filter((room) => isNoun(tree, room)).toSorted(),
    ].join(', ')
    const unknown = start.split(', then ').filter((name) => !files.has(`${folder}/${noun}/${name}`))
    return [
      ...(may === inOrder ? [] : [`${path} says that it may import ${may}; it imports ${inOrder}`]),
      ...unknown.map((name) => `${path} says to start reading at ${name}, which does not exist`),
    ]
  })
}

/** Rooms that import each other. */
function circles({ folder }: Tree, imports: readonly Import[]): string[] {
  const between = imports.flatMap(({ from, to }) => {
    const [user, used] = [roomOf(from), roomOf(to)]
    return user === undefined || used === undefined ? [] : [{ from: user, to: used }]
  })
  return findCircles(between).map(
    (rooms) => `${folder}: ${rooms.join(', ')} import each other in a circle`,
  )
}

/** Folders of any depth that import each other: also one and what is below it. */
export function folderCircles(files: Files, folder: string): string[] {
  const between = importsIn(files, folder).map(({ from, to }) => ({
    from: dirname(join(folder, from)),
    to: dirname(join(folder, to)),
  }))
  return findCircles(between).map(
    (folders) => `${folders.join(', ')} import each other in a circle`,
  )
}

interface Edge {
  readonly from: string
  readonly to: string
}

/** @returns the names in each circle, sorted; an edge from a name to itself is none */
function findCircles(edges: readonly Edge[]): string[][] {
  const reached = reachedFromEach(edges)
  const inCircles = [...reached.keys()].filter((name) => reached.get(name)?.has(name)).toSorted()
  const circles = inCircles.map((name) =>
    inCircles.filter((other) => reached.get(name)?.has(other) && reached.get(other)?.has(name)),
  )
  // Each name of a circle gives the same one.
  return circles.filter(([first], index) => first === inCircles[index])
}

function reachedFromEach(edges: readonly Edge[]): Map<string, Set<string>> {
  const targets = new Map<string, Set<string>>()
  for (const { from, to } of edges) {
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to))
  }
  const reached = (start: string) => {
    const found = new Set<string>()
    const open = [start]
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      for (const next of targets.get(name) ?? []) {
        if (found.has(next)) continue
        found.add(next)
        open.push(next)
      }
    }
    return found
  }
  return new Map([...targets.keys()].map((name) => [name, reached(name)]))
}

/** A table that few files write, for what follows from each write (decision 0087). */
export interface Guarded {
  readonly table: string
  /** Each write with Kysely, as `server/users/change/create-user.ts: insertInto`. */
  readonly writes: readonly string[]
  /** Files that name it apart from a query, in a list of tables; undefined where types name it. */
  readonly lists?: readonly string[]
  /** The functions to call instead. */
  readonly instead: string
}

/** @returns one line for each write that the table does not have, and for each that it had */
export function otherWrites(files: Files, guarded: Guarded): string[] {
  const { table, writes, lists, instead } = guarded
  const allowed = [...writes, ...(lists ?? []).map((path) => `${path}: '${table}'`)]
  const found = [...files]
    .filter(
      ([path]) => path.startsWith('server/') && !path.startsWith('server/database/migrations/'),
    )
    .flatMap(([path, text]) => {
      const written = [
        ...writesIn(text, table),
        ...(lists === undefined ? [] : listsIn(text, table)),
      ]
      return [...new Set(written)].map((write) => `${path}: ${write}`)
    })
  return [
    ...found
      .filter((write) => !allowed.includes(write))
      .map((write) => `${write} writes ${table}: call ${instead} instead`),
    ...allowed
      .filter((write) => !found.includes(write))
      .map((write) => `${write} is allowed to write ${table}, and does not`),
  ]
}

function writesIn(text: string, table: string): string[] {
  const builders = new RegExp(
    `\\b(insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\\(\\s*['"\`]${table}\\b`,
    'g',
  )
  const sql = new RegExp(`\\b(insert\\s+into|update|delete\\s+from)\\s+"?${table}\\b`, 'gi')
  return [builders, sql].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, write = '']) => write.replaceAll(/\s+/g, ' ')),
  )
}

/** By its name, as `removed-users.ts` deletes from many tables. */
function listsIn(text: string, table: string): string[] {
  return [...text.matchAll(new RegExp(`(?<!\\w\\(\\s*)'${table}'`, 'g'))].map(([name]) => name)
}

import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { root } from '../run-command.ts'
import { nameOfStatement, stringsIn, unwrapped, valuesOf } from './strings-in-code.ts'
import { isArabic, type TextFile, type TextPair } from './texts.ts'

/** The words of the server: those in tables by language with their pairs, and all others without. */
export function serverTexts(locale: string): TextFile[] {
  const names = globSync('{contract,server}/**/*.ts', { cwd: root })
  return names.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8')
    if (!isArabic(source)) return []
    const imported = (from: string) => readFileSync(join(root, dirname(path), from), 'utf8')
    const pairs = textsOfSource(source, locale, imported)
    return pairs.length > 0 ? [{ path, pairs }] : []
  })
}

/** @param imported reads a file that the source names in an import */
export function textsOfSource(
  source: string,
  locale: string,
  imported: (path: string) => string,
): TextPair[] {
  const file = parse(source)
  const named = namedValues(file, imported)
  const used = new Set<ts.Node>()
  const resolve = (node: ts.Node): ts.Node => {
    const inner = unwrapped(node)
    return unwrapped((ts.isIdentifier(inner) ? named.get(inner.text)?.() : undefined) ?? inner)
  }

  const textsOf = (node: ts.Node) => {
    const found = stringsIn(node).filter(({ text }) => isText(text))
    for (const { node: string } of found) used.add(string)
    return found.map(({ text }) => text)
  }
  const pair = (key: string, first: ts.Node | undefined, second: ts.Node): TextPair[] => {
    const english = first && resolve(first)
    const translated = resolve(second)
    if (ts.isObjectLiteralExpression(translated)) {
      const originals = english === undefined ? new Map<string, ts.Node>() : valuesOf(english)
      return [...valuesOf(translated)].flatMap(([name, value]) =>
        pair(`${key}.${name}`, originals.get(name), value),
      )
    }
    const originals = english === undefined ? [] : textsOf(english)
    const texts = textsOf(translated)
    if (!texts.some(isArabic)) return []
    if (texts.length === originals.length) {
      const keyOf = (place: number) => (texts.length === 1 ? key : `${key} (${place + 1})`)
      return texts.map((text, place) => ({
        key: keyOf(place),
        english: originals[place],
        translated: text,
      }))
    }
    const translatedText = texts.filter(isArabic).join('\n')
    return [{ key, english: originals.join('\n') || undefined, translated: translatedText }]
  }

  const pairs = tablesIn(file).flatMap(({ name, table }) => {
    const languages = valuesOf(table)
    const translated = languages.get(locale)
    return translated === undefined ? [] : pair(name, languages.get('en'), translated)
  })
  const others = stringsIn(file)
    .filter(({ node, text }) => isArabic(text) && !used.has(node))
    .map(({ node, text }) => ({
      key: nameOfStatement(node),
      english: undefined,
      translated: text,
    }))
  return [...pairs, ...others]
}

/** Whether a string has words in it; the name of a language is not one. */
function isText(text: string): boolean {
  return /\p{L}/u.test(text) && text !== 'en' && text !== 'ar'
}

function parse(source: string): ts.SourceFile {
  return ts.createSourceFile('words.ts', source, ts.ScriptTarget.Latest, true)
}

/** Tables whose type is `ByLocale`. */
function tablesIn(file: ts.SourceFile): { name: string; table: ts.Node }[] {
  const tables: { name: string; table: ts.Node }[] = []
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      node.type?.getText(file).startsWith('ByLocale<')
    ) {
      tables.push({ name: node.name.getText(file), table: node.initializer })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return tables
}

type NamedValues = Map<string, () => ts.Node | undefined>

/** Constants and functions of the file, and those that it imports, for words that a table names. */
function namedValues(file: ts.SourceFile, imported: (path: string) => string): NamedValues {
  const named: NamedValues = new Map()
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) {
      named.set(statement.name.text, () => statement)
    }
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        named.set(name.getText(file), () => initializer)
      }
    }
    if (ts.isImportDeclaration(statement)) {
      for (const { name, from } of importsOf(statement)) {
        named.set(name, () => namedValues(parse(imported(from)), () => '').get(name)?.())
      }
    }
  }
  return named
}

function importsOf({ importClause, moduleSpecifier }: ts.ImportDeclaration) {
  const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
  const bindings = importClause?.namedBindings
  if (!from.startsWith('.') || !bindings || !ts.isNamedImports(bindings)) return []
  return bindings.elements.map(({ name }) => ({ name: name.text, from }))
}

import { globSync } from 'node:fs'
import { relative } from 'node:path'

/** a to z, then aa, ab and so on. */
export function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

/**
 * Names the classes of CSS modules after their place in their file, and that of the file in the list of all.
 * Names that say something do not compress: 200 to 300 bytes of a dashboard's page.
 * @param root the folder of the project
 */
export function shortClassNames(root: string): (name: string, file: string, css: string) => string {
  const files = globSync('src/**/*.module.css', { cwd: root }).sort()
  return (name, file, css) => {
    const path = relative(root, file.replace(/\?.*/, ''))
    const known = files.indexOf(path)
    // A development server sees new files.
    const index = known === -1 ? files.push(path) - 1 : known
    const names = [...new Set(css.match(/(?<=\.|@keyframes )[a-z][\w-]*/gi))]
    return `_${index.toString(36)}${letters(names.indexOf(name))}`
  }
}

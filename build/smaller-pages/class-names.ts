import { globSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Names the classes of CSS modules after the place of their file in the list of all. Vite's own names end with
 * a hash and a line, which do not compress: 190 to 220 bytes of a dashboard's page.
 * @param root the folder of the project
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const files = globSync('src/**/*.module.css', { cwd: root }).sort()
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*/, ''))
    const known = files.indexOf(path)
    // A development server sees new files.
    const index = known === -1 ? files.push(path) - 1 : known
    return `_${name}_${index.toString(36)}`
  }
}
